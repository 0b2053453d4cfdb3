def g(x):
    return x + 1


def k():
    return 1
