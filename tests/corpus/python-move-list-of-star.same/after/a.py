__all__ = ["f", "g"]


def g():
    return 1
