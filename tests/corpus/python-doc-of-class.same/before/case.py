def f(x):
    """Do it.

      More of it.
    """
    return x


class C:
    def m(self):
        print(__doc__)
