def f(a, b):
    x = a.g()
    print(a * b, x)
