import os.path


def helper(x):
    return os.path.join(x)
