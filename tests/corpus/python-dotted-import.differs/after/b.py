N = 1


def helper(x):
    return os.path.join(x)
