def f(a):
    x = a + 1
    y = x * 2
    return x + y
