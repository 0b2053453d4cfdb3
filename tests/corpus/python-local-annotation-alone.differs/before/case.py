def f(a):
    x: int
    return x
