from base import Base


class A(Base):
    def f(self):
        print(1)
