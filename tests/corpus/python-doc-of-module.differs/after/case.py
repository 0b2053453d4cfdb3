"""Usage."""
def f(x):
    """Do it.

      More of it."""
    return x


print(__doc__)
