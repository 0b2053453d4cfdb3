from .b import b


def use(x):
    return b(x)
