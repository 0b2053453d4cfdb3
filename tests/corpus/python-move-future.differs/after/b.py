def f(x: int):
    return x / 2
