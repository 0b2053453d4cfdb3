def f(a):
    g(a)
    return g(a)


def g(a):
    print(a)
