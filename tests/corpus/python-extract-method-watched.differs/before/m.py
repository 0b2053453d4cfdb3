class A:
    def f(self):
        print(1)

    def __getattribute__(self, name):
        print(name)
        return object.__getattribute__(self, name)
