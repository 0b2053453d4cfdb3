def f(kept):
    words = list(kept)
    return words, locals()
