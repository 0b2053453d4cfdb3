class C:
    """Do it.
    """

    print(__doc__)
