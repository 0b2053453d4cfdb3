def f(a):
    return _g(a) and a.y()


def _g(a):
    return a.x()
