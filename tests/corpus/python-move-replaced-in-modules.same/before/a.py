import time


def g(x):
    return time.time()


def use(x):
    return g(x)
