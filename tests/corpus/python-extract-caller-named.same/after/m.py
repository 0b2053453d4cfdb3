import warnings


def f():
    _g()


def _g():
    warnings.warn("old")
