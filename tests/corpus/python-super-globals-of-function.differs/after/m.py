class B:
    def f(self):
        return 1


class C(B):
    def f(self):
        return super().f()


C.f.__globals__["C"] = int
