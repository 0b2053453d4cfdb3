def f(a):
    x = a.c()
    if a.b():
        print(x)
