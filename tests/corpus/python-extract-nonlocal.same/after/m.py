def f():
    n = 0

    def g():
        n = 1
        return n

    n = _p(n, g)
    print(n)


def _p(n, g):
    n = n + 10
    g()
    n = n * 2
    return n
