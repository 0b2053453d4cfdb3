import typing as t
from new import find

if t.TYPE_CHECKING or 1:

    class Box(t.Protocol):
        pass


def f():
    return find(1)
