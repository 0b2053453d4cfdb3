import log


def g(b):
    y = log.of(b)
    return y / 2
