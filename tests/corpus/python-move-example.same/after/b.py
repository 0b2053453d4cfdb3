def h():
    return 0


def g(x):
    """Add.

    >>> g(1)
    2
    """
    return x + 1
