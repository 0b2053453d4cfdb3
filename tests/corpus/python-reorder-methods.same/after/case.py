class A:
    def g(self):
        return 2

    def f(self):
        return 1
