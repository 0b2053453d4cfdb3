def _g(a):
    print(a)


def f(a):
    _g(a)
    return a


f(1)
