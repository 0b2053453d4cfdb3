def b(x):
    return x + 1


def use(x):
    return b(x)
