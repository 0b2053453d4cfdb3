try:
    from fast import a, b, c
except ImportError:
    a = b = None


def f():
    return a, b, c
