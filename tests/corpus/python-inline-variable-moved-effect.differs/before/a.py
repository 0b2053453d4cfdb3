def f(a):
    x = a.n
    a.go()
    print(x)
