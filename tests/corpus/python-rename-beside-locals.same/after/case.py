def f(locals):
    words = list(locals)
    return words
