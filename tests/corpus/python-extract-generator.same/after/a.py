def f(a):
    _g(a)
    yield a


def _g(a):
    for x in a:
        print(x)
