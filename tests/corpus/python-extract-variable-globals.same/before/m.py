x = 1


def bump():
    print("x")


def f():
    print(x, bump())
