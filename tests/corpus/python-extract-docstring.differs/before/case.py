def f(a):
    """Show it twice."""
    print(a)
    print(a)
