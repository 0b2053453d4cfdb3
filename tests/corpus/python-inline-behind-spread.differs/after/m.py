def f(a, b, g):
    return g(*b, a.value)
