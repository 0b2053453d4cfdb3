Y = 1
X = Y


def f(a):
    return a + 1
