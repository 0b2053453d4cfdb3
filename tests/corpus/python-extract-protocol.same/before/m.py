from abc import ABC


class A(ABC):
    def f(self):
        print(1)
