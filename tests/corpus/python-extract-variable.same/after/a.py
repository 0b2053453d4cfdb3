def f(a):
    x = a.b()
    print(x, 1)
