def f(a):
    return _g(a) + 1


def _g(a):
    return a * 2


x = _g
