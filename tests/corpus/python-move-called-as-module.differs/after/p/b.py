def h():
    return 0


def b(x):
    return x + 1
