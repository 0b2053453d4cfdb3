import io


def f(a):
    return io.open(a)
