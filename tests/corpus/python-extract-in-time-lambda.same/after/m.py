def k(a):
    return _g(a)


h = lambda: k(1)


def _g(a):
    x = a + 1
    return x * 2
