class B:
    def g(self):
        return 2


class A:
    def f(self):
        return 1
