class C:
    def f(self):
        self.fresh()
        print(2)

    def fresh(self):
        print(1)


def show(thing):
    for name in ("read", "write"):
        print(hasattr(thing, name))
