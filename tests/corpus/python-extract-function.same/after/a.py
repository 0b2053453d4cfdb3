def f(a):
    y = _g(a)
    print(y)
    return y


def _g(a):
    x = a + 1
    return x * 2
