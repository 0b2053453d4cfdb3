def f(a):
    return a.b
