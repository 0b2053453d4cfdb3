def h():
    return 0


def g(x):
    return x + 1
