def f(a, b):
    print(a - b)
    print(a)
