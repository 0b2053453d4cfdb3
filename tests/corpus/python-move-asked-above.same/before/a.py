try:
    n = 1
except NameError:
    n = 2


def f():
    return 1
