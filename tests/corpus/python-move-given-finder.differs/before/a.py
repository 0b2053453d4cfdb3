def k():
    return 3


def f():
    return 1
