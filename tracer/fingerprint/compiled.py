"""Scoping tables as the native core takes them, and what it gives back as Python's types."""

from __future__ import annotations

from array import array
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from xxhash import xxh3_128_digest

from tracer.fingerprint.alpha import BOUND, PREFIX
from tracer.fingerprint.regions import Variable
from tracer.fingerprint.scope_tables import ALWAYS_BIND, ALWAYS_TEXT
from tracer.fingerprint.scopes import Bindings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tracer.fingerprint.scope_tables import Choice, ScopeTables
    from tracer.syntax import SyntaxTree

_NO_ACTION = 255
_NO_NAMES: list[bytes] = []
_DYNAMIC, _MENTIONS = 1, 2  # as in tracer/native/scopes.h


class SetTable:
    """Sets of kinds or fields, by number, of `count` possible members."""

    def __init__(self, count: int) -> None:
        self.size = (count + 7) // 8  # bytes a set
        self._numbers: dict[frozenset[int], int] = {}

    def set(self, members: frozenset[int], *, keep_empty: bool = False) -> int:
        """The number of a set; -1 for the empty one."""
        if not members and not keep_empty:
            return -1
        return self._numbers.setdefault(members, len(self._numbers))

    def bits(self) -> bytes:
        """All sets so far, a bit for each possible member."""
        masks = (sum(1 << member for member in members) for members in self._numbers)
        return b"".join(mask.to_bytes(self.size, "little") for mask in masks)


class Rules(SetTable):
    """The scoping rules of a language: `native` for the core's `resolve`."""

    def __init__(self, core: Any, tables: ScopeTables) -> None:
        self._tables = tables
        self._kinds = len(tables.tables.language.kind_names)
        super().__init__(max(self._kinds, tables.fields))
        self.set(tables.through, keep_empty=True)
        self._levels: dict[str, int] = {}
        self._patterns: list[Any] = []
        self.native = core.scope_rules(*self._arguments())
        names = tables.tables.language.kind_names
        self.prefixes = b"".join(
            xxh3_128_digest(BOUND + name.encode())[:PREFIX] if kind in tables.defaults
            else bytes(PREFIX)
            for kind, name in enumerate(names)
        )  # fmt: skip

    def mentioned(self, tree: SyntaxTree) -> Callable[[int], list[bytes]]:
        """A function that gives the names that the text of a row of the tree may mention."""
        mentions = self._tables.mentions
        kind, parent = tree.kind, tree.parent

        def names(row: int) -> list[bytes]:
            pattern, parents = mentions[kind[row]]
            above = parent[row]
            if parents and not {kind[above], kind[parent[above]]} & parents:
                return _NO_NAMES
            return [match.group(1) for match in pattern.finditer(tree.slice(row))]

        return names

    def _arguments(self) -> tuple[Any, ...]:
        tables, kinds = self._tables, range(self._kinds)
        positions_at, positions, lists = self._positions()
        starts, choices = [0], []
        for choice_list in lists:
            choices += [self._choice(choice) for choice in choice_list]
            starts.append(len(choices))
        scopes = list(tables.scopes)
        rules = [
            (
                self._level(r.level),
                r.opaque,
                r.hidden,
                r.closed,
                r.uncertain,
                self.set(r.unless_in),
            )
            for r in tables.scopes.values()
        ]
        fields = [
            ints(self.set(table.get(kind, frozenset())) for kind in kinds)
            for table in (tables.outside, tables.outside_first, tables.pinned)
        ]
        return (
            tables.fields,
            tables.sequential,
            self.size,
            tables.marks.values,
            bytes(tables.defaults.get(kind, _NO_ACTION) for kind in kinds),
            bytes(kind in tables.spelled for kind in kinds),
            self.bits(),
            ints(positions_at),
            ints(positions),
            ints(starts),
            ints(number for choice in choices for number in choice),
            ints(scopes.index(kind) if kind in tables.scopes else -1 for kind in kinds),
            ints(number for rule in rules for number in rule),
            *fields,
            bytes(
                _DYNAMIC * (kind in tables.dynamic_kinds) | _MENTIONS * (kind in tables.mentions)
                for kind in kinds
            ),
            self._patterns,
            tables.constants.match if tables.constants is not None else None,
            list(tables.dynamic_names),
            list(tables.ignored),
        )

    def _positions(self) -> tuple[list[int], list[int], list[list[Choice]]]:
        """By kind a row of the table, or -1; the table of lists by field; the lists."""
        lists = [ALWAYS_TEXT, ALWAYS_BIND]
        numbers = {id(one): i for i, one in enumerate(lists)}
        at: list[int] = []
        table: list[int] = []
        for fields in self._tables.positions:
            at.append(-1 if fields is None else len(table) // self._tables.fields)
            for choices in fields or ():
                if choices is not None and id(choices) not in numbers:
                    numbers[id(choices)] = len(lists)
                    lists.append(choices)
                table.append(-1 if choices is None else numbers[id(choices)])
        return at, table, lists

    def _choice(self, choice: Choice) -> tuple[int, ...]:
        match = -1
        if choice.match is not None:
            match = len(self._patterns)
            self._patterns.append(choice.match.match)
        return (
            choice.do,
            self._level(choice.level) if choice.level else -1,
            choice.spelled,
            self.set(choice.after_kinds),
            choice.after_field,
            self.set(choice.previous),
            self.set(choice.following),
            choice.first,
            choice.single,
            choice.direct,
            self.set(choice.with_),
            match,
        )

    def _level(self, name: str) -> int:
        return self._levels.setdefault(name, len(self._levels))


def ints(numbers: Iterable[int]) -> bytes:
    """Numbers as the core reads them."""
    return array("i", numbers).tobytes()


def starts(lengths: Iterable[int]) -> list[int]:
    """Where each of some parts begins, and where the last one ends."""
    return list(accumulate(lengths, initial=0))


def unpacked(variables: bytes, spelled: bytes) -> Bindings:
    """The core's answer as `scopes.resolve` would give it."""
    numbers = array("i", variables)
    found = []
    at = 0
    while at < len(numbers):
        variable = Variable(numbers[at], 0)
        stop = at + 2 + numbers[at + 1]
        variable.rows = numbers[at + 2 : stop].tolist()
        found.append(variable)
        at = stop
    return Bindings(found, set(array("i", spelled)), is_uniform=False)


_COMPILED: dict[str, tuple[ScopeTables, Rules]] = {}


def rules_for(core: Any, tables: ScopeTables) -> Rules:
    """The rules of a language, made on first use."""
    name = tables.tables.language.name
    known = _COMPILED.get(name)
    if known is None or known[0] is not tables:
        known = _COMPILED[name] = tables, Rules(core, tables)
    return known[1]
