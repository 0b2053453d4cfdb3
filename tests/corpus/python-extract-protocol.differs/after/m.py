from typing import Protocol, runtime_checkable


@runtime_checkable
class A(Protocol):
    def f(self):
        self._g()

    def _g(self):
        print(1)
