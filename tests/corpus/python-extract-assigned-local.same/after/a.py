def f(a):
    a = _g(a)
    print(a)
    return a


def _g(a):
    a = a + 1
    return a
