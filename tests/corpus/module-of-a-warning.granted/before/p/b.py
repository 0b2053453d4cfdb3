import warnings


def k():
    warnings.warn("k")
