import typing as t

if t.TYPE_CHECKING:

    class Box(t.Protocol):
        pass


def find(net: int) -> "Box | None":
    return net


def f():
    return find(1)
