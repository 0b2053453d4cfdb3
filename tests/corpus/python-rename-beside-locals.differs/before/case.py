def f(kept):
    names = list(kept)
    return names, locals()
