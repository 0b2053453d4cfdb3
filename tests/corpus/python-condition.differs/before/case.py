def f(a):
    if a > 1:
        return 1
    return 0
