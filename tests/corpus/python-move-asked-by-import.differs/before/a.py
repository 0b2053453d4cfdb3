import c

n = c.x


def f():
    return 1
