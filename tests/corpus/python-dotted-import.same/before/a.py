import os


def helper(x):
    return os.fspath(x)
