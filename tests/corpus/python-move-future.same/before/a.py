from __future__ import division


def g(x):
    return x


def f(x: int):
    return x / 2
