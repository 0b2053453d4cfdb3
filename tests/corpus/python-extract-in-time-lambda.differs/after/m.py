def k(a):
    return _g(a)


n = sorted([1], key=lambda y: k(y))


def _g(a):
    x = a + 1
    return x * 2
