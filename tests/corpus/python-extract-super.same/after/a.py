class A(B):
    def f(self, a):
        super().f(a)
        _g(a)


def _g(a):
    print(a)
