from a import __all__, g


def f():
    return g()
