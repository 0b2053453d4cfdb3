def f(p):
    return p and C


C = k(1)
