from shop import gross


def find(name):
    return gross.__globals__[name]
