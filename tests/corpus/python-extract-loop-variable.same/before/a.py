def f(a):
    t = 0
    for i in a:
        t = t + i
    return t
