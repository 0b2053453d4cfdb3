SIZE = 1


def helper(x):
    return x + 1
