from q import d


def k(a):
    return _g(a)


def j():
    return k(1)


def _g(a):
    x = a + 1
    return x * 2
