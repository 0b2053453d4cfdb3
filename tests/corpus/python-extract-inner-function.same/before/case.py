def f(a):
    def g(x):
        return x + a
    print(g(1))
    return a
