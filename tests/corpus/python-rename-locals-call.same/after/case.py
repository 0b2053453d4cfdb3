def f(a):
    size = a + 1
    return g(size)
