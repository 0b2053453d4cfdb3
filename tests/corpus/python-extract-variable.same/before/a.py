def f(a):
    print(a.b(), 1)
