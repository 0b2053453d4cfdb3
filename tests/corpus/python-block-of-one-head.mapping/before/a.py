def f(v):
    if v is None:
        return default(v)
    go(v)
