from base import Base


class A(Base):
    def f(self):
        self._g()

    def _g(self):
        print(1)
