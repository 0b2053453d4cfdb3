def f(a):
    x = a.n
    for i in a.b():
        print(x)
