def f(locals):
    names = list(locals)
    return names
