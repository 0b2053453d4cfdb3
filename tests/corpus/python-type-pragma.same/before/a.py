def f(a):
    return a.b  # type: ignore[attr]
