def f(a):
    return a.c  # type: ignore[attr]
