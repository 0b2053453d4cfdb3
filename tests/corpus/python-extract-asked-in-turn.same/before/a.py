class C:
    def f(self):
        print(1)
        print(2)


def show(thing):
    for name in ("read", "write"):
        print(hasattr(thing, name))
