def f(a, /, other):
    return a + other
