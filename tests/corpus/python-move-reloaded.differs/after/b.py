def g():
    return 2


def f(x):
    return int(x) + 1
