"""Tables that make what is not there, and never leave their function: plain tables.

Where a function only fills and reads such a table (Python's defaultdict, Counter) and gives it away
as a copy of the plain type, it is a plain table whose elements are made before they are read. Such
a function is rewritten before it is evaluated.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from tracer.classify.equivalence.evaluation.domain.facts import walk
from tracer.classify.equivalence.evaluation.domain.registry import law
from tracer.model.named_tuple import NamedTuple
from tracer.semantics import core

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tracer.classify.equivalence.evaluation.domain.semantics import Semantics

FILLED = law(
    "defaults-put-first",
    "A defaultdict or Counter that is filled and read, and else only copied as a dictionary, is a "
    "dictionary into which what is not there is put before it is read.",
    "from collections import defaultdict\n\n\ndef f(a):\n    t = defaultdict(list)\n"
    "    for b in a:\n        t[b.k].append(b)\n    return dict(t)\n",
    "def f(a):\n    t = {}\n    for b in a:\n        if b.k not in t:\n            t[b.k] = []\n"
    "        t[b.k].append(b)\n    return t\n",
    "from collections import defaultdict\n\n\ndef f(a):\n    t = defaultdict(list)\n"
    "    for b in a:\n        t[b.k].append(b)\n    return t\n",
)
_MADE = 1_000_000  # numbers of locals for keys: above those of all others
_ZERO = core.Literal("int", "0")
_NUMBERS = core.Type("dict", (core.UNKNOWN, core.Type("int")))


class _Table(NamedTuple):
    """A local table, and what it makes; nothing (None) where it counts, and is not filled."""

    binder: int
    fills: Any


def as_tables(code: Any, said: Semantics) -> Any:
    """Code with such tables as plain ones; the code itself where there are none."""
    if not said.filling_tables or not isinstance(code, core.Function):
        return code
    for table in list(_tables(code, said)):
        code = _Rewriting(table, said, gives=_may_give(code, table.binder)).all(code)
    return code


def _tables(code: core.Function, said: Semantics) -> Iterator[_Table]:
    """The locals of a function that are such tables and used for nothing else."""
    starts = [_starts(one, said) for one in walk(code, into_functions=False)]
    found = {one.binder: one for one in starts if one is not None}
    if not found:
        return
    every = Counter(one.binder for one in walk(code) if isinstance(one, core.Local))
    every.update(one.binder for one in code.parameters)
    used: Counter[int] = Counter()
    for one in walk(code, into_functions=False):
        used.update(_uses(one, said, found))
    yield from (one for one in found.values() if every[one.binder] == used[one.binder])


def _starts(node: Any, said: Semantics) -> _Table | None:
    """The table that a statement makes, None for any other statement."""
    if not isinstance(node, core.Evaluate) or not isinstance(node.value, core.Assign):
        return None
    target, call = node.value.target, node.value.value
    binder = _local(target.place) if isinstance(target, core.TargetPattern) else None
    if binder is None or not isinstance(call, core.Call):
        return None
    path = call.function.path if isinstance(call.function, core.External) else ""
    if any(one.label or one.spread for one in call.arguments) or len(call.arguments) > 1:
        return None
    if path in said.counting_tables:
        return _Table(binder, None)
    if path not in said.filling_tables or not call.arguments:
        return None
    fills = _filling(call.arguments[0].value)
    return None if fills is None else _Table(binder, fills)


_KINDS: dict[str, Any] = {
    "builtins.list": core.Construct("list", ()),
    "builtins.dict": core.Construct("dict", ()),
    "builtins.set": core.Call(core.External("builtins.set"), ()),
    "builtins.int": _ZERO,
    "builtins.float": core.Literal("float", "0.0"),
    "builtins.str": core.Literal("str", ""),
}


def _filling(node: Any) -> Any:
    """What a function without parameters makes, where it is one that is known; else None."""
    if isinstance(node, core.External):
        return _KINDS.get(node.path)
    if not isinstance(node, core.Function) or node.parameters or len(node.body) != 1:
        return None
    value = node.body[0].value if isinstance(node.body[0], core.Return) else None
    is_empty = isinstance(value, core.Construct) and not value.items
    return value if is_empty or isinstance(value, core.Literal) else None


def _local(node: Any) -> int | None:
    return node.binder if isinstance(node, core.Local) else None


def _uses(node: Any, said: Semantics, tables: dict[int, _Table]) -> Iterable[int]:
    """The tables that a node uses as they may be, each as often as it does."""
    if isinstance(node, core.Evaluate):
        made = _starts(node, said)
        return [made.binder] if made is not None and made == tables.get(made.binder) else []
    used: list[Any] = []
    if isinstance(node, core.Index):
        used = [node.object]
    elif isinstance(node, core.Call):
        used = [_read_by(node, said)]
    elif isinstance(node, core.Binary) and node.operator in ("in", "not in"):
        used = [node.right]
    elif isinstance(node, core.ForEach):
        used = [node.iterable]
    elif isinstance(node, core.If):
        used = [node.test]
    elif isinstance(node, core.Unary) and node.operator == "not":
        used = [node.operand]
    found = [one.binder for one in used if isinstance(one, core.Local)]
    return [one for one in found if one in tables]


def _read_by(node: core.Call, said: Semantics) -> Any:
    """What a call only reads: what its method is of, or its first argument."""
    function = node.function
    if isinstance(function, core.Member):
        return function.object if function.name in said.filling_reads else None
    if not isinstance(function, core.External) or not node.arguments:
        return None
    first = node.arguments[0]
    is_plain = not first.label and not first.spread
    return first.value if is_plain and function.path in said.filling_takers else None


def _may_give(code: core.Function, binder: int) -> bool:
    """Whether nothing uses a table after the function gave it, so that no copy is needed."""
    for one in walk(code):
        if isinstance(one, core.Try) and one.finally_:
            return False
        lazy = isinstance(one, core.Comprehension) and one.kind == "generator"
        if lazy and any(_local(part) == binder for part in walk(one)):
            return False
    return True


def with_number_tables(code: Any, said: Semantics) -> Any:
    """Code in which tables that are made empty and hold whole numbers only say so."""
    found = _number_tables(code, said)
    return _typed(code, found) if found else code


def _typed(node: Any, tables: frozenset[int]) -> Any:
    if not isinstance(node, tuple) or isinstance(node, core.Symbol | core.Type):
        return node
    if isinstance(node, core.Assign) and tables.intersection(_made_empty(node)):
        return node._replace(value=node.value._replace(type=_NUMBERS))
    parts = [_typed(one, tables) for one in node]
    if all(one is other for one, other in zip(parts, node, strict=True)):
        return node
    return type(node)(*parts) if hasattr(node, "_fields") else tuple(parts)


def _number_tables(code: Any, said: Semantics) -> frozenset[int]:
    if not said.filling_tables or not isinstance(code, core.Function):
        return frozenset()
    made: Counter[int] = Counter()
    used: Counter[int] = Counter()
    for one in walk(code, into_functions=False):
        made.update(_made_empty(one))
    if not made:
        return frozenset()
    every = Counter(one.binder for one in walk(code) if isinstance(one, core.Local))
    every.update(one.binder for one in code.parameters)
    tables = {binder: _Table(binder, None) for binder in made}
    for one in walk(code, into_functions=False):
        used.update(_uses(one, said, tables))
        if isinstance(one, core.Return) and isinstance(one.value, core.Local):
            used[one.value.binder] += 1
        binder = _stored_other(one)
        if binder is not None:
            every[binder] += 1  # a use that is not known to put in a number
    return frozenset(one for one in made if every[one] == used[one] + made[one])


def _made_empty(node: Any) -> Iterable[int]:
    """The local that a statement makes an empty table."""
    if not isinstance(node, core.Assign) or not isinstance(node.target, core.TargetPattern):
        return []
    binder, value = _local(node.target.place), node.value
    is_empty = isinstance(value, core.Construct) and value.kind == "dict" and not value.items
    return [binder] if binder is not None and is_empty else []


def _stored_other(node: Any) -> int | None:
    """The table into which a node puts what is not surely a number, or perhaps does."""
    if isinstance(node, core.Assign) and isinstance(node.target, core.TargetPattern):
        place, value = node.target.place, node.value
        binder = _table_of(place)
        return None if binder is None or _is_whole(value, binder) else binder
    if isinstance(node, core.Update):
        binder = _table_of(node.target)
        return None if binder is None or _is_whole(node.value, binder) else binder
    if isinstance(node, core.Call) and isinstance(node.function, core.Member):
        binder = _local(node.function.object)
        is_read = node.function.name not in ("setdefault", "update")
        is_whole = len(node.arguments) == 2 and _is_whole(node.arguments[1].value, binder)  # noqa: PLR2004
        return None if is_read or is_whole else binder
    if isinstance(node, core.TuplePattern):
        places = [getattr(one, "place", None) for one in node.items]
        return next((one for one in map(_table_of, places) if one is not None), None)
    if isinstance(node, core.ForEach | core.With) and isinstance(node.pattern, core.TargetPattern):
        return _table_of(node.pattern.place)
    return None


def _table_of(place: Any) -> int | None:
    return _local(place.object) if isinstance(place, core.Index) else None


def _is_whole(node: Any, binder: int | None) -> bool:
    """Whether a value surely is a whole number, as the elements of a table are."""
    if isinstance(node, core.Literal):
        return node.kind == "int"
    if isinstance(node, core.Binary):
        is_sum = node.operator in ("+", "-", "*")
        return is_sum and _is_whole(node.left, binder) and _is_whole(node.right, binder)
    if isinstance(node, core.Index):
        return binder is not None and _local(node.object) == binder
    if not isinstance(node, core.Call) or not isinstance(node.function, core.Member):
        return False
    is_own = binder is not None and _local(node.function.object) == binder
    is_get = node.function.name == "get" and len(node.arguments) == 2  # noqa: PLR2004
    return is_own and is_get and _is_whole(node.arguments[1].value, binder)


class _UnfitError(Exception):
    """A use of a table that is not one of a plain table."""


class _Rewriting:
    """The rewriting of one table."""

    def __init__(self, table: _Table, said: Semantics, *, gives: bool) -> None:
        self._binder, self._fills = table
        self._said = said
        self._gives = gives

    def all(self, code: Any) -> Any:
        """The code with a plain table; the code itself where it is used in another way."""
        try:
            return self._go(code)
        except _UnfitError:
            return code

    def _go(self, node: Any) -> Any:
        if not isinstance(node, tuple) or isinstance(node, core.Symbol | core.Type):
            return node
        if not hasattr(node, "_fields"):
            return tuple(made for one in node for made in self._statements(one))
        return self._one(node)

    def _statements(self, node: Any) -> list[Any]:
        """What stands for one element of a sequence: several statements for an update."""
        value = node.value if isinstance(node, core.Evaluate) else None
        if isinstance(value, core.Assign) and _local(getattr(value.target, "place", 0)) == (
            self._binder
        ):
            return [node._replace(value=value._replace(value=self._start(value.value)))]
        if not isinstance(value, core.Update) or not self._is_element(value.target):
            return [self._go(node)]
        assert isinstance(value.target, core.Index)
        first, key = self._key(value.target.key, node.row)
        target = value.target._replace(key=key)
        added = self._go(value.value)
        if self._fills is not None:
            filled = core.Evaluate(self._read(target, node.row), node.row)
            return [*first, filled, node._replace(value=value._replace(target=target, value=added))]
        whole = core.Binary(value.operator, self._read(target, node.row), added, row=node.row)
        stored = core.Assign(core.TargetPattern(target), whole, row=node.row)
        return [*first, node._replace(value=stored)]

    def _key(self, key: Any, row: int) -> tuple[list[Any], Any]:
        """A key that is computed once: the statements that compute it, and what it is then."""
        if isinstance(key, core.Local | core.Literal):
            return [], key
        local = core.Local(_MADE + row, row)
        return [core.Evaluate(core.Assign(core.TargetPattern(local), self._go(key)), row)], local

    def _start(self, made: Any) -> Any:
        """What a table is made as; a count of elements is one of a plain table's copy."""
        if self._fills is not None or not made.arguments:
            return core.Construct("dict", (), row=made.row)
        copy = core.External(self._said.table_copier)
        return core.Call(copy, (core.Argument(self._go(made)),), row=made.row)

    def _read(self, element: core.Index, row: int) -> core.Call:
        """An element, which is made before it is read; of a table that counts it is not put in."""
        name = self._said.table_reader if self._fills is None else self._said.table_filler
        fills = _ZERO if self._fills is None else self._fills
        given = (core.Argument(element.key), core.Argument(fills))
        return core.Call(core.Member(element.object, name), given, row=row)

    def _is_element(self, node: Any) -> bool:
        return isinstance(node, core.Index) and _local(node.object) == self._binder

    def _one(self, node: Any) -> Any:
        if isinstance(node, core.Unary | core.Update):
            target = node.target if isinstance(node, core.Update) else node.operand
            is_gone = isinstance(node, core.Update) or node.operator == "delete"
            if is_gone and self._is_element(target):
                raise _UnfitError
        if isinstance(node, core.TargetPattern) and self._is_element(node.place):
            if self._fills is None:
                raise _UnfitError
            assert isinstance(node.place, core.Index)
            return node._replace(place=node.place._replace(key=self._go(node.place.key)))
        if self._is_element(node):
            return self._read(node._replace(key=self._go(node.key)), node.row)
        if isinstance(node, core.Return) and self._gives and self._is_copy(node.value):
            return node._replace(value=core.Local(self._binder, node.row))
        parts = [self._go(one) for one in node]
        if all(one is other for one, other in zip(parts, node, strict=True)):
            return node
        return type(node)(*parts)

    def _is_copy(self, node: Any) -> bool:
        """Whether a call is the copy of the table as a plain one."""
        if not isinstance(node, core.Call) or not isinstance(node.function, core.External):
            return False
        is_copier = node.function.path == self._said.table_copier and len(node.arguments) == 1
        return is_copier and _local(node.arguments[0].value) == self._binder
