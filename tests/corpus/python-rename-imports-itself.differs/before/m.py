import m

_load = 1


def f():
    return _load, m._load
