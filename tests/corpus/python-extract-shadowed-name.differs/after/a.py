def f(_g, a):
    return _g(a)


def _g(a):
    return a * 2
