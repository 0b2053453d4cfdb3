import os


def helper(x):
    return os.path.join(x, 'a')


def run(x):
    return helper(x)
