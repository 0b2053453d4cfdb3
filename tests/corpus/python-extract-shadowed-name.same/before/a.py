def f(h, a):
    return a * 2
