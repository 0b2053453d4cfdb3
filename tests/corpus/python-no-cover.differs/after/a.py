def f(a):
    if a:  # pragma: no cover
        return a.b
