y = 1


def f(x: "int"):
    return 1
