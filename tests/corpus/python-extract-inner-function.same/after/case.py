def f(a):
    _show(a)
    return a


def _show(a):
    def g(x):
        return x + a
    print(g(1))
