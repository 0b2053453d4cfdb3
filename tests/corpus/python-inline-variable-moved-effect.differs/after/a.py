def f(a):
    a.go()
    print(a.n)
