def twice(a):
    """
    What twice gives for 2 is 4.
    """
    return 2 * a
