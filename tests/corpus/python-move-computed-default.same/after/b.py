def f(x=60 * 60 + 1):
    return x
