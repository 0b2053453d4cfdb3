from b import f


def g(a):
    return a - 1
