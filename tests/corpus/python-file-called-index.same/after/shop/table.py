def f(a):
    x = a + 1
    return x * 2
