def f(a):
    _g(a)
    return a


f(1)


def _g(a):
    print(a)
