def f(path):
    return open(path, "wt")
