def f(a, b, g):
    x = a.value
    return g(x, *b)
