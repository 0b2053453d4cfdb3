class C:
    def f(self):
        print(1)
        print(2)


def found(name):
    return C.__dict__["f"]
