def f(x, dir_=None):
    words = dir(x)
    return [n for n in words if n]
