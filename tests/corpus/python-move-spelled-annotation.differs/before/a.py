from c import T


def f(x: "T"):
    return 1
