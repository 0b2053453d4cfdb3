class A:
    def f(self, a):
        self.x = a
        self.y = a
