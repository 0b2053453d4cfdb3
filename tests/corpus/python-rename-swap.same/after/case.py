def f(x, y, /):
    return x - y
