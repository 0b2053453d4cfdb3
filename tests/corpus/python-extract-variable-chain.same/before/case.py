def f(a, b):
    if a < g() < b:
        return 1
    return 2
