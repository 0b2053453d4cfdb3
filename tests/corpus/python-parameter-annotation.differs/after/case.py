def f(a: int):
    return a
