from abc import ABC


class A(ABC):
    def f(self):
        self._g()

    def _g(self):
        print(1)
