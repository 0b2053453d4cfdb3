def f(a):
    t = 0
    for i in a:
        t = _g(t, i)
    return t


def _g(t, i):
    t = t + i
    return t
