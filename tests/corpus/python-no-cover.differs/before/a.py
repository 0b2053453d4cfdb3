def f(a):
    if a:
        return a.b
