def f(a, b, g):
    return g(a.value, *b)
