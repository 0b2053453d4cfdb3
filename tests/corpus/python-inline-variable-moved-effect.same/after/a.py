def f(a):
    print(a.n)
    a.go()
