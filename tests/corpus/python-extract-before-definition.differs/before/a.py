def f(a):
    print(a)
    return a


f(1)
