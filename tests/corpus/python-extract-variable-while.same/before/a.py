def f(a):
    print(a.b())
    while a.c():
        pass
