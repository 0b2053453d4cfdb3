def f(a):
    # a plain comment
    return a.b  # type: ignore[attr]
