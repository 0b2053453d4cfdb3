def f(a):
    x: int = a
    return x
