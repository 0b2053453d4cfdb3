def f(a):
    _p(a)
    return g(a)


def _p(a):
    print(a)


def g(a):
    return a
