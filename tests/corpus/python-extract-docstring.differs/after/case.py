def f(a):
    _g(a)


def _g(a):
    """Show it twice."""
    print(a)
    print(a)
