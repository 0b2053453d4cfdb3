STEP = 1


def helper(x):
    return x + STEP


def run(x):
    return helper(x)
