class B:
    pass


class A(B):
    def f(self):
        return super().f()
