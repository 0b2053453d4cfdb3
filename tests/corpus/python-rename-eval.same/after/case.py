def f(a):
    c = a
    return c
