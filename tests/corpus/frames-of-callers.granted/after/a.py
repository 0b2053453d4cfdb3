from b import shown


def f(n):
    width = n + 1
    shown()
    return width
