n = 0


def f():
    global m
    _p()


def _p():
    n = 5
    print(n)
