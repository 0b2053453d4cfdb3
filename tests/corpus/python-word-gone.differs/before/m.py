def f(a):
    for i in a:
        if i:
            g(i)
        else:
            continue
    return 1
