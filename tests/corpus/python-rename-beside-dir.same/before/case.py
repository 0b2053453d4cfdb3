def f(x, dir_=None):
    names = dir(x)
    return [n for n in names if n]
