__all__ = ["f", "g"]


def g():
    return 1


def f():
    return g()
