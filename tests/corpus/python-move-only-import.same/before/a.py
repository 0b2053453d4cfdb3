import functools


def f(x):
    return functools.partial(x)


def g(x):
    return x
