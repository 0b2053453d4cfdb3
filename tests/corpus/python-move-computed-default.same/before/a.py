def g(x):
    return x


def f(x=60 * 60 + 1):
    return x
