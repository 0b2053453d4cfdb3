from dataclasses import dataclass


@dataclass
class A:
    def f(self):
        print(1)
