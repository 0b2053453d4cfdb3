class A:
    def f(self, a):
        a._g(self)
        self.y = a

    def _g(self, a):
        self.x = a
