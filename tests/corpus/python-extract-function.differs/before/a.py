def f(a):
    x = a + 1
    y = x * 2
    print(y)
    return y
