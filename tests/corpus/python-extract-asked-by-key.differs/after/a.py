class C:
    def f(self):
        self.fresh()
        print(2)

    def fresh(self):
        print(1)


def found(name):
    return C.__dict__[name]
