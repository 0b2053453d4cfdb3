def g(x):
    return x + 1


def use(x):
    return g(x)
