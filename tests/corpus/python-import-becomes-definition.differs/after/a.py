def f():
    return 2


def g():
    return f()
