def f(a):
    x = a.b()
    for i in x:
        print(a.n)
