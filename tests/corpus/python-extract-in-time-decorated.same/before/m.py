from q import d


def k(a):
    x = a + 1
    return x * 2


def j():
    return k(1)
