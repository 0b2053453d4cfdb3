def f(a):
    _g(a)
    print(a)
    return a


def _g(a):
    a = a + 1
