def f(a, b, g):
    v = (x := a) if b else b
    return g(v), x
