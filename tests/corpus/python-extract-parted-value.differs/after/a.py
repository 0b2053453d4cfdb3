def f(make):
    a, b = make()
    if a:
        c = b
    _show(a, b, c)


def _show(a, b, c):
    print(a)
    print(b, c)
