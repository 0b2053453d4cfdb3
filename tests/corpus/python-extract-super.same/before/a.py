class A(B):
    def f(self, a):
        super().f(a)
        print(a)
