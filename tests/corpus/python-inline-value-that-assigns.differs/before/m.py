def f(a):
    x = a + (a := 1)
    return a + x
