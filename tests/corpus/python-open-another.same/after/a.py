def f(path):
    return open(path, "w")
