class A(B):
    def f(self, a):
        _g(self, a)
        print(a)


def _g(self, a):
    super().f(a)
