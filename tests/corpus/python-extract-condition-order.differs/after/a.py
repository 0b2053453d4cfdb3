def f(a):
    y = _g(a)
    return a.x() and y


def _g(a):
    return a.y()
