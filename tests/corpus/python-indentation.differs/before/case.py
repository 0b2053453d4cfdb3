def f(a):
    if a:
        log(a)
        a = 0
    return a
