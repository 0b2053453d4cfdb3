import operator


class C:
    def f(self):
        print(1)
        print(2)


def both(thing):
    return operator.attrgetter("a", "b")(thing)
