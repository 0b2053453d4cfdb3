class C:
    def f(self):
        print(1)
        print(2)


def show(thing, names):
    for name in ("read", *names):
        print(hasattr(thing, name))
