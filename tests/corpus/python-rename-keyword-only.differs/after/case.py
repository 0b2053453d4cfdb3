def f(a, *, other=1):
    return a + other
