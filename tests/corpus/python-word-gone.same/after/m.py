def f(a):
    for i in a:
        if i:
            g(i)
    return 1
