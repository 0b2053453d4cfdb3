def f(a, b, g):
    x = a.value
    return g(*b, x)
