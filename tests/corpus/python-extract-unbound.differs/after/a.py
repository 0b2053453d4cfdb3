def f(a):
    if a:
        x = 1
    _g(a, x)


def _g(a, x):
    print(a)
    print(x)
