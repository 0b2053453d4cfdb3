"""`typing.NamedTuple` without the part of it that reads annotations.

`typing` compiles each annotation to check it, which is a tenth of a second over all classes of
tracer and nothing that anybody asks for at run time. Type checkers see the class of `typing`.
"""

from __future__ import annotations

from collections import namedtuple
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from typing import NamedTuple as NamedTuple  # noqa: PLC0414 - for those who import it from here
else:

    class _Maker(type):
        """Makes of a class statement the tuple that `collections.namedtuple` gives."""

        def __new__(cls, name: str, _: tuple[type, ...], body: dict[str, Any]) -> type:
            said = body.get("__annotations__", {})
            defaults = [body[field] for field in said if field in body]
            made = namedtuple(name, said, defaults=defaults, module=body["__module__"])  # noqa: PYI024
            made.__annotations__ = said
            made.__doc__ = body.get("__doc__", made.__doc__)
            made.__qualname__ = body["__qualname__"]
            for key, value in body.items():
                if key not in said and key not in _OWN:
                    setattr(made, key, value)
            return made

    _OWN = {"__annotations__", "__module__", "__doc__", "__qualname__", "__slots__"}
    NamedTuple = type.__new__(_Maker, "NamedTuple", (), {})
