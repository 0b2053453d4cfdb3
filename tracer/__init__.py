"""Whose intent a line of code serves: attribution that follows code through refactoring.

The names in `__all__` are the public Python API; everything else is private. They are loaded
when first used, so that a hook, which imports only what it needs, does not pay for them.

    tree = tracer.parse(b"def f(): ...", language="python")        # SyntaxTree (columns)
    prints = tracer.fingerprint(tree)                              # every rung, lazily
    change_set = tracer.ChangeSet.from_texts(before={"a.py": b""}, after={"a.py": b""})
    mapping = tracer.match(change_set)                             # NodeMapping
    verdict = tracer.classify(change_set)                          # ChangeVerdict with evidence
    tracer.classify_ranges(change_set, [Place(...)], [Place(...)])  # of some functions only
"""

from __future__ import annotations

import sys
from types import ModuleType

TYPE_CHECKING = False  # `typing` takes longer to load than a helper takes to answer a hook
if TYPE_CHECKING:
    from typing import Any

    from tracer.fingerprint import fingerprint
    from tracer.matching.match import match
    from tracer.model.changes import ChangeSet
    from tracer.queries.classify import classify, classify_ranges
    from tracer.syntax.parse import parse

__all__ = ["ChangeSet", "classify", "classify_ranges", "fingerprint", "match", "parse"]
__version__ = "0.1.0"

_MODULE_OF = {
    "ChangeSet": "tracer.model.changes",
    "classify": "tracer.queries.classify",
    "classify_ranges": "tracer.queries.classify",
    "fingerprint": "tracer.fingerprint",
    "match": "tracer.matching",
    "parse": "tracer.syntax",
}


class _Api(ModuleType):
    """The package itself; its functions win over the subpackages of the same name.

    Importing `tracer.fingerprint` would otherwise bind that module here, and
    `tracer.fingerprint(tree)` would depend on what was imported before it.
    """

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in _MODULE_OF or not isinstance(value, ModuleType):
            super().__setattr__(name, value)


def __getattr__(name: str) -> Any:
    if name not in _MODULE_OF:
        raise AttributeError(f"module 'tracer' has no attribute {name!r}")
    from importlib import import_module  # noqa: PLC0415 - not on the hook path

    value = getattr(import_module(_MODULE_OF[name]), name)
    setattr(sys.modules[__name__], name, value)
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *_MODULE_OF])


sys.modules[__name__].__class__ = _Api
