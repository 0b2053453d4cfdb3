def f(a):
    x = a.b()
    if x:
        print(a.c())
