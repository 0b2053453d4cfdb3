def f(a):
    for i in a:
        if i:
            g(i)
        else:
            
    return 1
