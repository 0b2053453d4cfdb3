def f(p):
    return _g(C, p)


def _g(c, p):
    return p and c


C = k(1)
