def w():
    opened = None
    return opened


def g(x):
    return open(x)
