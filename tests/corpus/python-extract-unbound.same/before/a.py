def f(a):
    if a:
        x = 1
    print(a)
    print(x)
