def f(a, b):
    if a < b < g():
        return 1
    return 2
