def f(a):
    return a * (2 + 1)
