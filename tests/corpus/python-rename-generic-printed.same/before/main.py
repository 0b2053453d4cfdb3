import typing

T = typing.TypeVar("T")


class _Box(typing.Generic[T]):
    size = 1


print(_Box.size)
