ONE = 1


def g(x):
    """Add.

    >>> g(1)
    2
    """
    return x + 1


def use(x):
    return g(x)
