def f(a):
    x = a.c()
    return [a.b(), x]
