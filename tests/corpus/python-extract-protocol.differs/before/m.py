from typing import Protocol, runtime_checkable


@runtime_checkable
class A(Protocol):
    def f(self):
        print(1)
