def f(a):
    x = a + 1
    return x * 2


def g(b):
    y = b - 1
    return y / 2
