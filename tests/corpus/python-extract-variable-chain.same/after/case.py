def f(a, b):
    t = g()
    if a < t < b:
        return 1
    return 2
