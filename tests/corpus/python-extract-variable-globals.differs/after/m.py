x = 1


def bump():
    globals()["x"] += 1


def f():
    found = bump()
    print(x, found)
