class A:
    def f(self, a):
        self._g(a)
        self.y = a

    def _g(self, a):
        self.x = a
