def f(x):
    """Do it.

      More of it."""
    return x


text = g.__doc__ = f.__doc__
print(text)
