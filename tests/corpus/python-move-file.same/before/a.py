def helper(x):
    return x + 1


def run(x):
    return helper(x)
