import m

_read = 1


def f():
    return _read, m._load
