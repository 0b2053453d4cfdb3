try:
    n = f()
except NameError:
    n = 2


def f():
    return 1
