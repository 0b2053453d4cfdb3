def f(a):
    _g(a)
    print(a)
    return 2


def _g(a):
    if a:
        return 1
