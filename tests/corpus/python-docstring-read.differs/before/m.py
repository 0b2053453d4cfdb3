def f():
    """One.
       Two."""


print(f.__doc__)
