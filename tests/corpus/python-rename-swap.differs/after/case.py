def f(b, a, /):
    return a - b
