class C:
    def f(self):
        self.fresh()
        print(2)

    def fresh(self):
        print(1)


def show(thing, names):
    for name in ("read", *names):
        print(hasattr(thing, name))
