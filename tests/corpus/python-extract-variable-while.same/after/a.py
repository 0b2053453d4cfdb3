def f(a):
    x = a.b()
    print(x)
    while a.c():
        pass
