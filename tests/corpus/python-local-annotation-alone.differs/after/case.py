def f(a):
    return x
