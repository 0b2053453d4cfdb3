def f(a):
    return [_g(i) for i in a]


def _g(i):
    return i + 1
