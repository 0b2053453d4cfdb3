class A:
    def f(self):
        return 1


@replaced
class B(A):
    def f(self):
        return super(B, self).f()
