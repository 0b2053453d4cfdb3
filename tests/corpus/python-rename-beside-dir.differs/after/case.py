def f(x):
    words = str(x)
    return words, dir()
