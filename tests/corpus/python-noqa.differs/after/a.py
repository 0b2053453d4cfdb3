def f(a):
    return a.b  # old  # NOQA: S101
