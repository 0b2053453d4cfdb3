def f(a, b):
    x = a.g()
    print(x, a * b)
