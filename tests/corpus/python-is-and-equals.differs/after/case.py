def f(a):
    return a is None
