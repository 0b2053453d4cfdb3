try:
    from fast import a, b, c
except ImportError:
    a = b = c = None


def f():
    return a, b, c
