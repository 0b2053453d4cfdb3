def f(a):
    return a * 2 + 1


x = _g
