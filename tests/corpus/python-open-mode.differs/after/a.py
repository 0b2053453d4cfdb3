def f(path):
    return open(path, encoding="ascii").read()
