"""The units of both versions of a change set, paired by path and name."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tracer.model.named_tuple import NamedTuple
from tracer.policy.units import STATEMENT, Unit, imported_in, units_of
from tracer.syntax import parse

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tracer.model.changes import ChangeSet


class Units(NamedTuple):
    """The units of a change set: of both versions, and those that only one of them has.

    `same` are units that both have under one name and that differ. `standing` are all units
    before. `defined` are the names that a file gives to things at its top or imports, before.
    """

    gone: tuple[Unit, ...]
    come: tuple[Unit, ...]
    same: tuple[tuple[Unit, Unit], ...]
    standing: tuple[Unit, ...]
    now: tuple[Unit, ...]
    defined: dict[str, frozenset[bytes]]


def units_in(change_set: ChangeSet) -> Units:
    """The units of both versions, paired by path and name."""
    before: list[Unit] = []
    after: list[Unit] = []
    defined: dict[str, set[bytes]] = {}
    for change in change_set.files:
        if change.before_path is not None and change.before is not None:
            tree = parse(change.before, path=change.before_path)
            before += units_of(tree, change.before_path)
            defined[change.before_path] = imported_in(tree)
        if change.after_path is not None and change.after is not None:
            after += units_of(parse(change.after, path=change.after_path), change.after_path)
    keyed = _keyed(before), _keyed(after)
    same = [(unit, keyed[1][key]) for key, unit in keyed[0].items() if key in keyed[1]]
    for unit in before:
        defined.setdefault(unit.path, set()).add(unit.bare.encode())
    return Units(
        tuple(unit for key, unit in keyed[0].items() if key not in keyed[1]),
        tuple(unit for key, unit in keyed[1].items() if key not in keyed[0]),
        tuple((one, other) for one, other in same if one.texts != other.texts),
        tuple(before),
        tuple(after),
        {path: frozenset(names) for path, names in defined.items()},
    )


_Key = tuple[str, str, str, object]


def _keyed(units: Iterable[Unit]) -> dict[_Key, Unit]:
    """Units by path, kind, name, and which of that name; statements by what they say."""
    found: dict[_Key, Unit] = {}
    seen: Counter[_Key] = Counter()
    for unit in units:
        what = unit.texts if unit.kind == STATEMENT else None
        name = "" if unit.kind == STATEMENT else unit.name
        key: _Key = (unit.path, unit.kind, name, what)
        seen[key] += 1
        found[unit.path, unit.kind, name, (what, seen[key])] = unit
    return found
