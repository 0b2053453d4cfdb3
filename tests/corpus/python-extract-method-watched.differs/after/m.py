class A:
    def f(self):
        self._g()

    def _g(self):
        print(1)

    def __getattribute__(self, name):
        print(name)
        return object.__getattribute__(self, name)
