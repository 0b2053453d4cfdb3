def f(a, b):
    if (x := a):
        return x
