from b import g


import time


def use(x):
    return g(x)
