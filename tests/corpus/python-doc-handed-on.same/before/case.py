def f(x):
    """Do it.

      More of it.
    """
    return x


def g():
    return f


g.__doc__ = f.__doc__
