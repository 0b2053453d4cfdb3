def f(a):
    print(a)
    return g(a)


def g(a):
    return a
