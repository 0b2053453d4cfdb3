def f(a, b, g):
    return g(a if b else (x := b)), 1
