def f():
    n = 0

    def g():
        n = 1
        return n

    n = n + 10
    g()
    n = n * 2
    print(n)
