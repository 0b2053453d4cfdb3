def g(x):
    return open(x)


def use(x):
    return g(x)
