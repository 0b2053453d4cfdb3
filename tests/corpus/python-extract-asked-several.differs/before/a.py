import operator


class C:
    def f(self):
        print(1)
        print(2)


def both(thing, name):
    return operator.attrgetter("a", name)(thing)
