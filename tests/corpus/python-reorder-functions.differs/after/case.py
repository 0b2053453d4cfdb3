def f():
    return g()


print(f())


def g():
    return 1
