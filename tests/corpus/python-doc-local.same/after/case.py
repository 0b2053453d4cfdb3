def f(x):
    """Do it.

      More of it."""
    return x


def g(h):
    doc = getattr(h, "__doc__", None)
    if doc is None:
        doc = type(h).__doc__
    g.__doc__ = doc
