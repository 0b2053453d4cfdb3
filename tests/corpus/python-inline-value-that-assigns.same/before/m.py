def f(a):
    x = (a := 1)
    return x + a
