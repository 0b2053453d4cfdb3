x = 1


def bump():
    print("x")


def f():
    found = bump()
    print(x, found)
