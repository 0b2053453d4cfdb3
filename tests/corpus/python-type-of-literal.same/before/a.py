def f(a):
    return type(a) == type(0)
