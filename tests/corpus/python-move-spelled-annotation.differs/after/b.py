y = 1


def f(x: "T"):
    return 1
