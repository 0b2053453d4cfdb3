class A:
    def f(self):
        print(1)

    def __getattr__(self, name):
        print(name)
        return None
