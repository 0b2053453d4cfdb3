from c import T


def f(x: "int"):
    return 1
