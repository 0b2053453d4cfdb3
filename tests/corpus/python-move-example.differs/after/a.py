from b import g


ONE = 1


def use(x):
    return g(x)
