class Box:
    pass


def find(net: int) -> "Box | None":
    return net


def f():
    return find(1)
