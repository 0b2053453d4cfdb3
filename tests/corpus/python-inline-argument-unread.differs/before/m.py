def _h(x):
    return 1


def f(a):
    return _h(a[0])
