def f(a):
    n = a + 1
    y = n * 2
    return n + y
