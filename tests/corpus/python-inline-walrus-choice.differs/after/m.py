def f(a, b, g):
    return g(x := a if b else b), x
