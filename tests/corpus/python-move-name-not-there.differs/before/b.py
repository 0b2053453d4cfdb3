X = Y
Y = 1


def f(a):
    return a + 1
