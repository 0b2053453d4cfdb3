def f(items):
    lines = []
    rest()


def rest():
    for a in items.values():
        g(a)
