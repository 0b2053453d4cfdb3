X = 1


def f(a):
    return a + 1
