from __future__ import division


def g(x):
    return x
