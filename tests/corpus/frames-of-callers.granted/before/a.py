from b import shown


def f(n):
    w = n + 1
    shown()
    return w
