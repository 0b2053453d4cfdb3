def f(a):
    return _g(a)


def _g(a):
    if a:
        return 1
    print(a)
    return 2
