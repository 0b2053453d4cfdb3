def f(a):
    value = a + 1
    return g(value)
