def f(a, b, g):
    v = a if b else (x := b)
    return g(v), 1
