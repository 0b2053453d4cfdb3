def f(a):
    for i in a:
        if not i:
            continue
        g(i)
    return 1
