def f(x):
    """Do it.

      More of it.
    """
    return x


__doc__ = None


def g():
    global __doc__
    m.__doc__ = f.__doc__
    print(__doc__)
