class A:
    def f(self, a):
        print(a)
        return a
