def f(make):
    a, (b, c) = make()
    print(a)
    print(b, c)
