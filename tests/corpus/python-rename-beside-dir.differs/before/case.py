def f(x):
    names = str(x)
    return names, dir()
