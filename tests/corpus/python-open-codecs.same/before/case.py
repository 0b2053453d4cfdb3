from codecs import open


def f(a):
    return open(a, "r").read()
