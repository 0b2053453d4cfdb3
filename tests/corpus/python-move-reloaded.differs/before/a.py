def k():
    return 3


def f(x):
    return int(x) + 1
