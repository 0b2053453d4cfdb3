def f(make):
    a, (b, c) = make()
    _show(a, b, c)


def _show(a, b, c):
    print(a)
    print(b, c)
