try:
    from fast import c, a, b
except ImportError:
    a = b = c = None


def f():
    return a, b, c
