import os

N = 1


def helper(x):
    return os.fspath(x)
