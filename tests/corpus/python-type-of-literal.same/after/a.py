def f(a):
    return type(a) == int
