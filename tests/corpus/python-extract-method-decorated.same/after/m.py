from dataclasses import dataclass


@dataclass
class A:
    def f(self):
        self._g()

    def _g(self):
        print(1)
