def f(a, b):
    _g(b, a)
    print(a)


def _g(a, b):
    print(a - b)
