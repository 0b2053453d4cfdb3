def f(a, b):
    _g(a, b)
    print(a)


def _g(a, b):
    print(a - b)
