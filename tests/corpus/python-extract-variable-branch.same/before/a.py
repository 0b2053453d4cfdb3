def f(a):
    if a.b():
        print(a.c())
