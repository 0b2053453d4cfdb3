def f(x):
    """Do it.

      More of it.
    """
    return x


f.__doc__ += "Other."
