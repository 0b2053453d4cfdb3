def f(a):
    x = a.b()
    return [x, a.c()]
