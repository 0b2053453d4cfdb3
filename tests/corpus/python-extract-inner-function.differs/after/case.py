def f(a):
    g = _make(a)
    a += 1
    return g(1)


def _make(a):
    def g(x):
        return x + a
    return g
