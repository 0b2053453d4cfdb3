"""The tables of NORMAL as the native core takes them, and the edits that it shares with Python.

The core does the common steps itself and calls the handlers of `normal.STEPS` for the others;
both make the same edits, of which sizes and marks lie in arrays that both write.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Any

from tracer.fingerprint.compiled import SetTable, ints, starts
from tracer.fingerprint.edits import Edits, NormalForm
from tracer.fingerprint.normal import STEPS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tracer.fingerprint.tables import Dissolve, Keep, Tables
    from tracer.syntax import SyntaxTree

# As in tracer/native/normal.h and normal.c.
_WRITTEN, _GROWN = 1, 2
_STRING, _NUMBER, _OPENER, _INTERPOLATION, _WRITTEN_NUMBER = 1, 2, 4, 8, 16
_NATIVE = (
    "on_hollow", "on_hollow_child", "on_unbracket", "on_dissolve", "on_associative",
    "on_open_ended", "on_drop", "on_rename", "on_number", "on_string", "on_spelled",
)  # fmt: skip


class NormalRules(SetTable):
    """The rules of a language; `native` for the core's `normalise`."""

    def __init__(self, core: Any, tables: Tables) -> None:
        super().__init__(max(len(tables.kind_codes), tables.fields))
        self.tables = tables
        self.kinds = range(len(tables.kind_codes))
        self._pairs: list[int] = []
        self._handlers: list[Any] = []
        self.native = core.normal_rules(*self._arguments())

    def _arguments(self) -> tuple[Any, ...]:
        tables = self.tables
        language = tables.language
        steps = [[self._step(name) for name in tables.steps.get(kind, ())] for kind in self.kinds]
        trailing = [list(tables.trailing.get(kind, {}).items()) for kind in self.kinds]
        rules = [tables.dissolve.get(kind, []) for kind in self.kinds]
        keeps: list[Keep] = []
        dissolve = [self._dissolve(rule, keeps) for one in rules for rule in one]
        hollow = [tables.hollow.get(kind, []) for kind in (*self.kinds, -1)]
        rename_unless = self.set(tables.rename_unless)
        arrays = (
            tables.marks.values,
            bytes(self._role(kind) for kind in self.kinds),
            None,
            ints(starts(map(len, steps))),
            ints(code for codes in steps for code in codes),
            self._places(),
            ints(starts(map(len, trailing))),
            ints(number for pairs in trailing for pair in pairs for number in pair),
            self._sets_of(tables.drop),
            self._sets_of(tables.unbracket),
            self._sets_of(tables.associative),
            ints(tables.rename.get(kind, -1) for kind in self.kinds),
            ints(starts(map(len, rules))),
            ints(number for rule in dissolve for number in rule),
            ints(number for keep in keeps for number in self._keep(keep)),
            ints(self._pairs),
            ints(starts(map(len, hollow))),
            ints(self.set(one) for pairs in hollow for pair in pairs for one in pair),
            b"".join(language.kind_digests),
            b"".join(tables.kind_codes),
            b"".join(entry for pair in tables.replaced for entry in pair)
            + bytes(byte in tables.quick_quotes for byte in range(256)),
        )
        only = {kind: text for kind, text in tables.drop_only.items()}  # noqa: C416 - a copy
        return (
            tables.fields,
            self.size,
            bool(tables.keys),
            rename_unless,
            (*arrays[:2], self.bits(), *arrays[3:]),
            self._handlers,
            only,
            tables.spelled_strings,
            tables.spelled_numbers,
        )

    def _step(self, name: str) -> int:
        """The number of a native step, or of none, and the handler in Python."""
        code = _NATIVE.index(name) if name in _NATIVE else len(_NATIVE)
        handler = STEPS[name]
        if handler not in self._handlers:
            self._handlers.append(handler)
        return code | self._handlers.index(handler) << 4

    def _role(self, kind: int) -> int:
        tables = self.tables
        return (
            _STRING * (kind in tables.strings)
            | _NUMBER * (kind in tables.numbers)
            | _OPENER * (kind in tables.openers)
            | _INTERPOLATION * (kind in tables.interpolation)
            | _WRITTEN_NUMBER * (kind in tables.written_numbers)
        )

    def _places(self) -> bytes:
        places = bytearray(len(self.kinds) * self.tables.fields)
        for place, how in self.tables.string_places.items():
            places[place] = how + 1
        return bytes(places)

    def _sets_of(self, table: dict[int, frozenset[int]]) -> bytes:
        return ints(self.set(table.get(kind, frozenset())) for kind in self.kinds)

    def _dissolve(self, rule: Dissolve, keeps: list[Keep]) -> tuple[int, ...]:
        first = len(keeps)
        keeps.extend(rule.keeps)
        return (
            self.set(rule.tokens),
            *self._listed(number for pair in sorted(rule.places) for number in pair),
            *self._listed(number for pair in sorted(rule.never) for number in pair),
            rule.nests,
            *self._listed(rule.through),
            self.set(rule.children),
            self.set(rule.not_children),
            rule.field,
            first,
            len(keeps),
        )

    def _listed(self, numbers: Iterable[int]) -> tuple[int, int]:
        """Where some numbers begin and end in the list of all pairs."""
        first = len(self._pairs)
        self._pairs.extend(numbers)
        return first, len(self._pairs)

    def _keep(self, keep: Keep) -> tuple[int, ...]:
        sets = (keep.parents, keep.fields, keep.children, keep.siblings, keep.without)
        return (*map(self.set, sets), keep.spine)


class SharedEdits(Edits):
    """Edits of which marks and sizes lie in arrays, by row; handlers see no difference."""

    __slots__ = ("by", "left", "marks")

    def __init__(self, tree: SyntaxTree, tables: Tables) -> None:
        super().__init__(tree, tables)
        self.marks = bytearray(len(tree))
        self.by = array("i", bytes(4 * len(tree)))
        self.written = _Written(self.marks)
        self.left: list[tuple[int, int]] = []

    def leave(self, row: int) -> None:
        """Nothing inside of the row is looked at any more."""
        self.left.append((row, self.tree.stop[row]))

    def grow(self, row: int, by: int) -> None:
        """The subtree at `row` gets `by` entries larger."""
        self.by[row] += by
        self.marks[row] |= _GROWN

    def grown_by(self, row: int) -> int:
        """By how much the subtree at `row` has grown."""
        return self.by[row]

    def finished(self, made: tuple[bytes, bytes, bytes]) -> NormalForm:
        """The normal form, of what the core made of the edits."""
        entries, shapes, shifts = made
        form = _SharedForm(self, entries, shapes, array("i", shifts))
        for rows in reversed(self.sorted):
            form.sort(rows)
        return form


class _Written(set[int]):
    """The rows that have the mark, as a set that can only grow."""

    def __init__(self, marks: bytearray) -> None:
        super().__init__()
        self._marks = marks

    def __contains__(self, row: object) -> bool:
        return isinstance(row, int) and bool(self._marks[row] & _WRITTEN)

    def add(self, row: int) -> None:
        self._marks[row] |= _WRITTEN

    def update(self, *rows: Iterable[int]) -> None:
        for some in rows:
            for row in some:
                self.add(row)


class _SharedForm(NormalForm):
    """A normal form that knows sizes by row."""

    __slots__ = ("by",)

    def __init__(self, edits: SharedEdits, entries: bytes, shapes: bytes, shifts: Any) -> None:
        super().__init__(edits, entries, shapes, shifts)
        self.by = edits.by

    def size(self, row: int) -> int:
        """How many entries the row's subtree has there; 0 when it is left out."""
        tree = self.tree
        return tree.rank[tree.stop[row]] - tree.rank[row] + self.by[row]

    def by_rows(self) -> array[int]:
        """By how many entries each row's subtree grew."""
        return self.by


_COMPILED: dict[str, NormalRules] = {}


def normalise(core: Any, tree: SyntaxTree, tables: Tables, shapes: bytes) -> NormalForm:
    """The normal form of a tree, as `normal.normalise` makes it."""
    name = tables.language.name
    rules = _COMPILED.get(name)
    if rules is None or rules.tables is not tables:
        rules = _COMPILED[name] = NormalRules(core, tables)
    edits = SharedEdits(tree, tables)
    return edits.finished(core.normalise(tree, rules.native, edits, edits.marks, edits.by, shapes))
