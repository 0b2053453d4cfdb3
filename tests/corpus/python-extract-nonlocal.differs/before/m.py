def f():
    n = 0

    def g():
        nonlocal n
        n += 1

    n = n + 10
    g()
    n = n * 2
    print(n)
