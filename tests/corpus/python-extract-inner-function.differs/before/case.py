def f(a):
    def g(x):
        return x + a
    a += 1
    return g(1)
