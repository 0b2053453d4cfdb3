import os


def g(x):
    return os.sep + x
