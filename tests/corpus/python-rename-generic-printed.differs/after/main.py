import typing

T = typing.TypeVar("T")


class _Case(typing.Generic[T]):
    size = 1


print(_Case[int])
