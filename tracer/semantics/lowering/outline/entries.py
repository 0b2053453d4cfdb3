"""What an outline holds: definitions of a file, and what its imports bring."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.model.named_tuple import NamedTuple
from tracer.semantics.core import plain_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tracer.semantics.core import Kind, Symbol
    from tracer.semantics.lowering.templates.table import DefinitionRule


class Entry:
    """A definition as the outline knows it."""

    __slots__ = (
        "decorators", "file", "kind", "modifiers", "name", "name_row", "outer", "owner", "row",
        "rule", "statement", "stores", "symbol", "type_row", "value_row",
    )  # fmt: skip

    def __init__(
        self,
        *,
        symbol: Symbol,
        kind: Kind,
        file: int,
        row: int,
        outer: int,
        name_row: int,
        rule: DefinitionRule | None,
        owner: Symbol | None,
        modifiers: set[str],
        decorators: Sequence[int] = (),
        value_row: int = -1,
        type_row: int = -1,
        statement: int = -1,
    ) -> None:
        self.symbol = symbol
        self.kind = kind
        self.file = file
        self.row = row
        self.outer = outer
        self.name_row = name_row
        self.rule = rule
        self.owner = owner
        self.modifiers = modifiers
        self.decorators = decorators
        self.value_row = value_row
        self.type_row = type_row
        self.statement = statement
        self.stores: list[int] = []  # rows of the places where its own class stores to a field
        self.name = plain_name(symbol)


class ImportEntry(NamedTuple):
    """A name that an import brings: `name` of `module` as `alias`; '' is the module, '*' all."""

    row: int
    module: str
    name: str
    alias: str
    is_type_only: bool = False
    is_erased: bool = False  # the whole import is: its module is not loaded for it
