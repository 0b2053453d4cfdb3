import warnings


def f():
    warnings.warn("old", stacklevel=2)
