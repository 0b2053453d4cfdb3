def f(a):
    if a:
        x = 1
    _g(a)
    print(x)


def _g(a):
    print(a)
