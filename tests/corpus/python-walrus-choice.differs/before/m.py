def f(a, b):
    print((x := a) if b else a)
    return x
