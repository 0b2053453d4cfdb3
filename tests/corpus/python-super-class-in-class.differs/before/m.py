class A:
    pass


class B:
    class A(A):
        def f(self):
            return super(A, self).f()
