def f(a):
    for i in a.b():
        print(a.n)
