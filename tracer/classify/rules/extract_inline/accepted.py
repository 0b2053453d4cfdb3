"""Which functions are proved: every use of them is a call that is, and they are there in time."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate
from typing import TYPE_CHECKING

from tracer.classify.rules.extract_inline.visibility import is_overload
from tracer.semantics.effects.initialization_order import is_defined_in_time
from tracer.semantics.names.occurrences import Use
from tracer.semantics.values.string_values import is_spelled_in

if TYPE_CHECKING:
    from tracer.classify.rules.extract_inline.direction import Proof, World
    from tracer.semantics.functions.functions import Function


def only_proved(
    world: World, functions: dict[str, Function], proofs: list[Proof], *, is_certain: bool
) -> frozenset[str]:
    """Functions all of whose uses are calls that were proved; any of them where not certain."""
    proved = {name for proof in proofs for name in proof.functions}
    while is_certain:
        places = _Places(world, functions, proofs, proved)
        bad = {n for n in proved if not _is_proved(world, functions[n], places, n)}
        if not bad:
            break
        proved -= bad
    return frozenset(proved)


class _Places:
    """What was proved, by place: code with calls, and the functions that are called."""

    def __init__(
        self, world: World, functions: dict[str, Function], proofs: list[Proof], proved: set[str]
    ) -> None:
        self.proofs_of: dict[str, list[Proof]] = {}
        for proof in proofs:
            for name in proof.functions:
                self.proofs_of.setdefault(name, []).append(proof)
        stop = world.thin.tree.stop
        callers = {row for proof in proofs if proof.functions <= proved for row in proof.thin}
        self._spans = sorted((row, stop[row], "") for row in callers)
        self._spans += ((functions[n].row, stop[functions[n].row], n) for n in proved)
        self._spans.sort()
        self._reach = list(accumulate((last for _, last, _ in self._spans), max))

    def has(self, row: int, name: str) -> bool:
        """Whether a row is in one of them, the function of that name aside."""
        at = bisect_right(self._spans, (row, 1 << 62, "")) - 1
        while at >= 0 and self._reach[at] > row:
            _, last, other = self._spans[at]
            if last > row and other != name:
                return True
            at -= 1
        return False


def _is_proved(world: World, function: Function, places: _Places, name: str) -> bool:
    thin = world.thin
    if not _is_in_time(world, function, places.proofs_of.get(name, [])):
        return False
    own = thin.tree.child_by_field(function.row, "name")
    for found in thin.names.occurrences(function.name):
        if found.row == own or is_overload(thin.names, found.row, function):
            continue
        if found.use is Use.DATA:
            if is_spelled_in(thin.names, found.row, function.name):
                return False
        elif not places.has(found.row, name):
            return False
    return _is_alone(world, function.name)


def _is_alone(world: World, name: str) -> bool:
    """Whether no other file of the thin side has the word as code."""
    context = world.context
    for file, tree in enumerate(world.forest_thin.trees):
        if file == world.file_thin or name.encode() not in tree.text:
            continue
        names = context.names_after(file) if world.is_extract else context.names_before(file)
        if not names.tables.is_known:
            return False
        if any(found.use is not Use.DATA for found in names.occurrences(name)):
            return False
    return True


def _is_in_time(world: World, function: Function, proofs: list[Proof]) -> bool:
    """Whether the definition is there in time, where definitions are executed."""
    thin = world.thin
    order = thin.names.tables.raw.get("order") or {}
    if not order.get("inert") or "function_declaration" in (order.get("free") or ()):
        return True  # hoisted
    if thin.functions.is_method(function):
        return thin.tree.parent[function.row] == thin.functions.body_of(function.holder)
    callers = [row for proof in proofs for row in proof.thin]

    def is_plain_class(row: int) -> bool:
        return world.classes.why_not_plain(world.file_thin, row, are_made=True) is None

    return is_defined_in_time(thin, function.row, callers, is_plain_class)
