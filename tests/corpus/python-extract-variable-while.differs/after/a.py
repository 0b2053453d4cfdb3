def f(a):
    print(a.b())
    x = a.c()
    while x:
        pass
