import inspect


def f():
    """One.
    Two."""


print(inspect.getdoc(f))
