class A(B):
    def f(self, a):
        self._g(a)
        return a

    def _g(self, a):
        print(a)
