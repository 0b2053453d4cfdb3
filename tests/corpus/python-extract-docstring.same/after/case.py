def f(a):
    """Show it twice."""
    _g(a)


def _g(a):
    print(a)
    print(a)
