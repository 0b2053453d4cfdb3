import log


def f(a):
    x = a + 1
    return x * 2


def g(b):
    y = log.of(b)
    return y / 2
