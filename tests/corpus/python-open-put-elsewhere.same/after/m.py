import io


def f(a):
    return open(a)
