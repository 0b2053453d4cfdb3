"""Regular expressions compiled when first used.

A hook imports some sixty of them and uses few; compiling one takes 0.2 to 0.5 ms.
"""

from __future__ import annotations

import re
from typing import Any, AnyStr, cast

_made: list[_Lazy] = []


class _Lazy:
    """Stands for a compiled pattern and becomes it at the first use of an attribute."""

    __slots__ = ("_compiled", "_flags", "_source")

    def __init__(self, source: Any, flags: int) -> None:
        self._source = source
        self._flags = flags
        self._compiled: re.Pattern[Any] | None = None
        _made.append(self)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.compiled(), name)

    def compiled(self) -> re.Pattern[Any]:
        """The pattern itself."""
        if self._compiled is None:
            self._compiled = re.compile(self._source, self._flags)
        return self._compiled


def lazy_pattern(source: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """`re.compile(source, flags)`, put off until the pattern is used. Only for constants."""
    return cast("re.Pattern[AnyStr]", _Lazy(source, flags))


def compile_all() -> None:
    """Compile all that was put off: many processes will be forked from this one."""
    for one in _made:
        one.compiled()
