import os


def sep():
    return os.sep


def helper(x):
    return os.path.join(x, 'a')
