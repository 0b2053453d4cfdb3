n = 0


def f():
    global n
    _p()


def _p():
    n = 5
    print(n)
