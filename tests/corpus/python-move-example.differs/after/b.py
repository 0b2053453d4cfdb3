def h():
    return 0


def g(x):
    """Add.

    >>> g(ONE)
    2
    """
    return x + 1
