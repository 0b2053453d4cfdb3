from p.b import g


def use(x):
    return g(x)
