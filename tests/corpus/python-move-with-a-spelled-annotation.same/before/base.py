def find(net: int) -> "int | None":
    return net


def f():
    return find(1)
