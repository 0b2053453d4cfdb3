x = 1


def bump():
    globals()["x"] += 1


def f():
    print(x, bump())
