def g(x):
    return x


def f(x=1 / 0):
    return x
