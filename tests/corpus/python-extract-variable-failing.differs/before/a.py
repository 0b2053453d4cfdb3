def f(a, b):
    print(a.g(), a * b)
