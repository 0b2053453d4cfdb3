def f(make):
    a, b = make()
    if a:
        c = b
    print(a)
    print(b, c)
