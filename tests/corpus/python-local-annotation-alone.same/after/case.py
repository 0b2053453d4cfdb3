def f(a):
    x: float = a
    return x
