"""Which callers are the same, whole or in runs of statements, with calls and names replaced."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from tracer.classify.change.refusals import Asks, Refusal
from tracer.classify.equality.subtree_equality import is_broken, is_same_tokens
from tracer.classify.inlining import Expansion
from tracer.classify.inlining.object_lifetimes import why_ended
from tracer.classify.rules.extract_inline.candidates import is_fresh
from tracer.classify.rules.extract_inline.direction import Proof, World, twin_of
from tracer.matching.sequences import increasing
from tracer.semantics.names.occurrences import Use
from tracer.semantics.reflection.lookups.dynamic_lookups import look_up_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.classify.inlining.named_values import Variable
    from tracer.semantics.functions.functions import Function
    from tracer.semantics.model import Side


def note(world: World, row: int, reason: str) -> None:
    """Remember why the function that came (or went) at a row of the thin side is not explained."""
    index = world.context.end_of(world.forest_thin.base[world.file_thin] + row, world.is_extract)
    if index in world.context.open:
        world.context.note((index,), reason)


def proofs_of(
    world: World, functions: dict[str, Function], variables: dict[int, Variable]
) -> Iterator[Proof]:
    """What can be proved of the callers: whole functions, or runs of statements in them."""
    callers = {
        world.thin.functions.caller(found.row)
        for function in functions.values()
        for found in world.thin.names.occurrences(function.name)
        if found.use in (Use.NAME, Use.MEMBER)
    }
    callers |= {world.thin.functions.caller(row) for row in variables}
    own = {function.row for function in functions.values()}
    rows = sorted(variables)
    for caller in sorted(callers - own):
        twin = twin_of(world, caller)
        if twin < 0 or is_broken(world.thick.tree, twin) or is_broken(world.thin.tree, caller):
            continue
        if _looked_up(world, twin, caller):
            continue
        inside = rows[bisect_left(rows, caller) : bisect_left(rows, world.thin.tree.stop[caller])]
        known = {row: variables[row] for row in inside if is_fresh(world, variables[row], twin)}
        expansion = Expansion(world.thick, world.thin, functions, (twin, caller), known)
        if caller and expansion.is_same(twin, caller):
            yield _proof(functions, expansion, (twin,), (caller,))
            continue
        yield from _runs(world, functions, known, (twin, caller))


def _reason(expansion: Expansion, said: str) -> str:
    """A reason of a comparison; one about how code is written gives way to what it does."""
    return Refusal.of(Asks.MEANING, said) if said in expansion.about_code else said


def _proof(
    functions: dict[str, Function],
    expansion: Expansion,
    thick: tuple[int, ...],
    thin: tuple[int, ...],
) -> Proof:
    side = expansion.thin.functions
    modes = [
        f"{functions[key].name} is read in another mode"
        for key in sorted(expansion.expanded)
        if side.is_strict(functions[key].row) != side.is_strict(thin[0])
        and side.depends_on_mode(functions[key].row)
    ]
    named = tuple(sorted(expansion.named))
    ended = why_ended(
        expansion.thin,
        {
            row: function
            for row, (_, function) in expansion.ground.calls.items()
            if function.key in expansion.expanded
        },
        [expansion.variables[row] for row in named],
    )
    ends = [ended] if ended is not None else []
    said = (_reason(expansion, one) for one in expansion.doubts)
    doubts = tuple(dict.fromkeys([*said, *modes, *ends]))
    return Proof(thick, thin, frozenset(expansion.expanded), named, doubts)


def _looked_up(world: World, twin: int, caller: int) -> bool:
    sides = ((world.thick, twin), (world.thin, caller))
    return any(
        look_up_in(side.names, side.names.tables.dynamic_frame, row, of_locals=True)
        or side.names.macro_in(row)
        or not side.names.is_plain(row)
        for side, row in sides
    )


def _runs(
    world: World,
    functions: dict[str, Function],
    variables: dict[int, Variable],
    around_both: tuple[int, int],
) -> Iterator[Proof]:
    """Runs of statements with calls that are what stood in their place."""
    thin, thick = world.thin, world.thick
    twin, caller = around_both
    probe = Expansion(thick, thin, functions, around_both, variables)
    lists = {
        _list_around(thin, row)
        for row in (*probe.calls, *probe.variables)
        if thin.functions.caller(row) == caller and not _is_in(thin, row, functions)
    }
    for around in sorted(lists - {-1}):
        is_body = around == thin.functions.body_of(caller)
        twin_list = thick.functions.body_of(twin) if is_body else -1
        if twin_list < 0:
            twin_list = world.partner(around)
        if twin_list < 0 or not thick.functions.is_list(twin_list):
            continue
        statements_b = thick.functions.statements(twin_list)
        statements_a = thin.functions.statements(around)
        for run_b, run_a in _gaps(world, probe, statements_b, statements_a):
            expansion = Expansion(thick, thin, functions, around_both, variables)
            is_same = run_b and expansion.is_same_lists(run_b, run_a)
            if is_same and (expansion.expanded or expansion.named):
                yield _proof(functions, expansion, tuple(run_b), tuple(run_a))
            elif expansion.problem:
                reason = _reason(expansion, expansion.problem)
                for function in functions.values():
                    note(world, function.row, Refusal.about(function.name, reason))


def _is_in(side: Side, row: int, functions: dict[str, Function]) -> bool:
    return any(side.is_inside(row, function.row) for function in functions.values())


def _list_around(side: Side, row: int) -> int:
    while row >= 0 and not side.functions.is_list(row):
        row = side.tree.parent[row]
    return row


def _gaps(
    world: World, probe: Expansion, thick: list[int], thin: list[int]
) -> Iterator[tuple[list[int], list[int]]]:
    """Runs of statements between those that did not change, where the thin one has calls."""
    place = {row: i for i, row in enumerate(thick)}
    points = []
    low = 0
    for j, row in enumerate(thin):
        if probe.is_touched(row):
            continue
        i = place.get(world.partner(row), -1)
        if i < 0 and low < len(thick) and _is_equal(world, thick[low], row):
            i = low
        if i >= 0:
            points.append((i, j))
            low = i + 1
    low_b = low_a = 0
    for i, j in [*increasing(points), (len(thick), len(thin))]:
        run_a = thin[low_a:j]
        if any(probe.is_touched(row) for row in run_a):
            yield thick[low_b:i], run_a
        low_b, low_a = i + 1, j + 1


def _is_equal(world: World, thick: int, thin: int) -> bool:
    return is_same_tokens(world.thick.tree, thick, world.thin.tree, thin)
