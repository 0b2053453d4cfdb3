def f(a):
    x = a.n
    print(x)
    a.go()
