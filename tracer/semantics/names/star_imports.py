"""What an import brings that does not spell its names out.

Two sources: a file of the change set, of which any word may be a name (`__all__`, definitions,
what it imports itself); and, of the language's own library, the table `imports.star_names` of
verdicts.yaml: a `file` beside it (module -> names) and a pattern of names that are `unlisted`,
of which any may be brought. About any other module nothing is known.
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

from tracer.resources import data_dir, load_yaml
from tracer.semantics.names.imports import has_star
from tracer.semantics.names.occurrences import Names, Use
from tracer.syntax.names import elements

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tracer.semantics.language.tables import Tables

_LOADED: dict[str, dict[str, list[str]]] = {}  # language -> module -> names


class Brought:
    """The names a module may bring, and never others.

    `likely` are names to look for when asking whether anything it brings is used.
    """

    def __init__(self, likely: Iterable[str], unlisted: str | None, source: Names | None) -> None:
        self._likely = frozenset(likely)
        self._unlisted = re.compile(unlisted or r"(?!)")
        self._source = source

    def may_have(self, word: str) -> bool:
        """Whether a name may be among those that are brought."""
        if self._source is not None:
            return bool(self._source.occurrences(word))
        return word in self._likely or self._unlisted.match(word) is not None

    def is_used_in(self, names: Names) -> bool:
        """Whether a file says one of the names it knows to be brought."""
        return any(o.use is Use.NAME for word in self._likely for o in names.occurrences(word))


def from_library(module: str, tables: Tables, language: str) -> Brought | None:
    """What a module of the language's library brings, if that is known."""
    table = (tables.raw.get("imports") or {}).get("star_names")
    if not table:
        return None
    known = _LOADED.get(language)
    if known is None:
        path = os.path.join(data_dir("grammars"), language, table["file"])
        known = _LOADED[language] = load_yaml(path)
    found = known.get(module)
    return None if found is None else Brought(found, table["unlisted"], None)


def from_file(names: Names) -> Brought | None:
    """What a file brings, unless it makes names by other means than saying them."""
    tree = names.tree
    if has_star(tree) or names.has_any(names.tables.dynamic_file, 0) or not names.is_plain(0):
        return None
    return Brought((e.name for e in elements(tree) if "." not in e.name), None, names)
