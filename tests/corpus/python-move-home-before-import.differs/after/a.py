def f():
    return 1


try:
    n = f()
except NameError:
    n = 2


def g():
    return f()
