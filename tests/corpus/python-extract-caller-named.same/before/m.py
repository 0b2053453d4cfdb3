import warnings


def f():
    warnings.warn("old")
