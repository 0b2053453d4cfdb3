class A:
    def f(self):
        return 1


class B(A):
    def f(self, n):
        self.g = lambda self: super().f()
        n += 1
        return super(B, self).f()
