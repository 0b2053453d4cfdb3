def _g(a):
    print(a)


class A(B):
    def f(self, a):
        super().f(a)
        _g(a)
