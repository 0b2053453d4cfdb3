def f():
    """One.

    Two.
    """
    return 1
