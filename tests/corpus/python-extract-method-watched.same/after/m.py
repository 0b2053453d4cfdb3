class A:
    def f(self):
        self._g()

    def _g(self):
        print(1)

    def __getattr__(self, name):
        print(name)
        return None
