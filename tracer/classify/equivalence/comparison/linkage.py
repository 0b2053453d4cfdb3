"""What declarations apart from definitions say: linkage, and words that stand in them alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.equivalence.symbols.languages import table_of
from tracer.semantics.core import Kind, Symbol
from tracer.semantics.language.tables import tables_of
from tracer.syntax.grammar import language_named

if TYPE_CHECKING:
    from tracer.classify.equivalence.versions.side import Side
    from tracer.semantics.core import Definition

_LINKED = frozenset({Kind.FUNCTION, Kind.VARIABLE, Kind.CONSTANT})
_EXTERNAL = "extern"  # the module of all that has external linkage (lowering.yaml)
_DECLARED = frozenset({"explicit"})


def is_relinked(sides: tuple[Side, Side], before: Definition, after: Definition) -> bool:
    """Whether only who may name a definition differs, where all files are known.

    One of a header stands in each file that includes it, so it is several things; a name that the
    language or its library looks for has a meaning of its own; two of one name may be one.
    """
    if not {before.kind, after.kind} <= _LINKED or before.owner or after.owner:
        return False
    modules = {before.symbol.module, after.symbol.module}
    if len(modules) != 2 or _EXTERNAL not in modules:  # noqa: PLR2004
        return False
    for side, one in zip(sides, (before, after), strict=True):
        path = side.program.files[side.program.outline(one.symbol).file].path
        language = side.language(one.symbol)
        protocol = table_of(language).protocol
        headers = tables_of(language_named(language)).shared_files
        if one.symbol.module not in (_EXTERNAL, path) or path.endswith(headers):
            return False
        name = one.symbol.path[-1]
        another = Symbol(_EXTERNAL, (f"{name}#2",))
        if protocol.search(name) or another in side.program.definitions:
            return False
    return True


def differing_words(
    sides: tuple[Side, Side], before: Definition, after: Definition
) -> frozenset[str]:
    """The modifiers that one of two definitions has; `explicit` may stand in a declaration."""
    ours, theirs = (
        one.modifiers | (_declared(side, one.symbol) & _DECLARED)
        for side, one in zip(sides, (before, after), strict=True)
    )
    return ours ^ theirs


def _declared(side: Side, symbol: Symbol) -> frozenset[str]:
    """The modifiers of the declaration of a definition that stands elsewhere."""
    found = Symbol(symbol.module, (*symbol.path[:-1], f"{symbol.path[-1]}#declaration"))
    if found not in side.program.definitions:
        return frozenset()
    return side.program.outline(found).modifiers
