def f(a, b):
    t = g()
    if a < b < t:
        return 1
    return 2
