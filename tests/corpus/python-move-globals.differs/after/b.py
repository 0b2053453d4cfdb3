import posix as os

SIZE = 1


def helper(x):
    return os.path.join(x, 'a')
