import operator


class C:
    def f(self):
        self.fresh()
        print(2)

    def fresh(self):
        print(1)


def both(thing, name):
    return operator.attrgetter("a", name)(thing)
