def f(y):
    return lambda x, /: x + y
