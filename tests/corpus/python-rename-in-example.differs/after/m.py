def double(a):
    """
    >>> twice(2)
    4
    """
    return 2 * a
