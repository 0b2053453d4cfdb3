def f(a):
    return a + (a + (a := 1))
