def f(path):
    return open(path, "r", encoding="ascii").read()
