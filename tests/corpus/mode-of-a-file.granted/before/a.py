def f(p):
    return open(p, "rt")
