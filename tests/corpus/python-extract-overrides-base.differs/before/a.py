class A(B):
    def f(self, a):
        print(a)
        return a
