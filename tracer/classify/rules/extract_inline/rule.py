"""`extract_function`, `inline_function`: code became a new function, or took its calls' place.

One proof for both, read in either direction: the side with calls, each call replaced by the body
it runs, is the side without them (`expansion` says what that takes). Side conditions beyond it:

- the function came with the change (or went with it): its name stood nowhere in the files of the
  other side, as code or as a text that may be a name, and nobody outside can have meant it: it is
  private to its file or class, or the world is closed, or known not to use the word;
- it is used for nothing but calls that are proved, at least one of them;
- where definitions are executed, it is defined before anything calls its callers
  (`effects/initialization_order.py`).
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from tracer.classify.change.change import Context, Explained, significant_leaves
from tracer.classify.change.edits import EditKind
from tracer.classify.change.refusals import Asks, Refusal
from tracer.classify.equality.subtree_equality import is_broken
from tracer.classify.rules.extract_inline.accepted import only_proved
from tracer.classify.rules.extract_inline.caller_proofs import note, proofs_of
from tracer.classify.rules.extract_inline.candidates import (
    functions_of,
    new_names,
    new_statements,
    replaceable_variables,
    touched_pairs,
)
from tracer.classify.rules.extract_inline.direction import Proof, World
from tracer.classify.rules.extract_inline.visibility import why_visible
from tracer.semantics.model import Side
from tracer.semantics.reflection.lookups.monkey_patching import is_stored_elsewhere
from tracer.semantics.types.class_hierarchy import Classes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.classify.inlining.named_values import Variable
    from tracer.semantics.functions.functions import Function
    from tracer.semantics.names.occurrences import Names


RULES = {
    (True, True): "extract_function",
    (True, False): "inline_function",
    (False, True): "extract_variable",
    (False, False): "inline_variable",
}  # (is it about a function, is it extracted)
_EVIDENCE = {
    True: "with the body in the place of each call both sides are the same; "
    "arguments, locals, results and order were checked",
    False: "with the value in the place of each use both sides are the same; "
    "it is evaluated as often and nothing in between has an effect",
}
SAME = "the same code with calls expanded, but not certain"


def explain(context: Context) -> Iterator[Explained]:
    """Functions extracted, then functions inlined."""
    touched = touched_pairs(context)
    if not touched:
        return
    known: dict[int, dict[tuple[bytes, int], list[int]]] = {}  # by the tree's id
    for is_extract in (True, False):
        for file_b, file_a in context.mapping.file_pairs:
            names_b, names_a = context.names_before(file_b), context.names_after(file_a)
            if not names_b.tables.raw.get("expansion") or names_a.tables is not names_b.tables:
                continue
            if names_b.tree.text == names_a.tree.text or (file_b, file_a) not in touched:
                continue
            trees = names_b.tree, names_a.tree
            for tree in trees:
                if id(tree) not in known:
                    known[id(tree)] = functions_of(tree)
            defined = [known[id(tree)] for tree in (trees if is_extract else trees[::-1])]
            new = new_names(*defined)
            stores = new_statements(context, file_b, file_a, is_extract=is_extract)
            if new or stores:
                classes = (
                    Classes(context.before, context.names_before).of_file(file_b),
                    Classes(context.after, context.names_after).of_file(file_a),
                )
                stored = [
                    partial(_is_stored, context, file, is_after)
                    for is_after, file in ((False, file_b), (True, file_a))
                ]
                having = [partial(_having, context, is_after) for is_after in (False, True)]
                sides = (
                    Side(names_b, classes[0], stored[0], having[0]),
                    Side(names_a, classes[1], stored[1], having[1]),
                )
                world = (
                    World(context, True, file_b, file_a, *sides)
                    if is_extract
                    else World(context, False, file_a, file_b, *sides[::-1])
                )
                yield from _explain(world, new, replaceable_variables(world, stores))


def _is_stored(context: Context, file: int, is_after: bool, word: str, is_member: bool) -> bool:
    return is_stored_elsewhere(context, file, word, is_after=is_after, is_member=is_member)


def _having(context: Context, is_after: bool, word: str) -> list[Names]:
    """The names of the files of one version that have a word."""
    names_of = context.names_after if is_after else context.names_before
    found = map(names_of, context.files_with(word, is_after=is_after))
    return [names for names in found if names.tables.is_known]


def _is_moved(world: World, row: int) -> bool:
    """Whether a function stood, under its name, in another file: it is no new one."""
    mapping, thin = world.context.mapping, world.forest_thin
    column = mapping.to_before if world.is_extract else mapping.to_after
    node = column[thin.base[world.file_thin] + row]
    if node < 0:
        return False
    file, there = world.forest_thick.locate(node)
    other, tree = world.forest_thick.trees[file], world.thin.tree
    names = other.child_by_field(there, "name"), tree.child_by_field(row, "name")
    return (
        file != world.file_thick
        and min(names) >= 0
        and other.slice(names[0]) == tree.slice(names[1])
    )


def _explain(
    world: World, new: tuple[int, ...], variables: dict[int, Variable]
) -> Iterator[Explained]:
    functions: dict[str, Function] = {}
    for row in new:
        if is_broken(world.thin.tree, row) or _is_moved(world, row):
            continue
        function = world.thin.functions.at(row)
        if function is None:
            note(world, row, "it is no plain function")
            continue
        key = function.key
        functions[key] = function
    if not functions and not variables:
        return
    found = list(proofs_of(world, functions, variables))
    doubts = {
        key: doubt
        for key in sorted({key for proof in found for key in proof.functions})
        if (doubt := why_visible(world, functions[key]))
    }
    for is_certain in (True, False):
        proofs = [p for p in found if not is_certain or not p.doubts]
        named = {name: f for name, f in functions.items() if not is_certain or name not in doubts}
        proofs = [p for p in proofs if p.functions <= named.keys()]
        proved = only_proved(world, functions, proofs, is_certain=is_certain)
        proofs = [p for p in proofs if p.functions <= proved and (p.functions or p.variables)]
        if not proofs:
            continue
        expanded = {name: functions[name] for name in sorted(proved)}
        if is_certain:
            yield from _explained(world, expanded, proofs, variables)
            continue
        doubtful = [doubts[name] for name in expanded if name in doubts]
        doubtful += [doubt for proof in proofs for doubt in proof.doubts]
        if doubtful:
            world.context.note(_edits(world, expanded, proofs), _same_but(doubtful))


def _same_but(doubtful: list[str]) -> str:
    """What is not certain, which gives way only where all of it does."""
    said = ", ".join(dict.fromkeys(doubtful))
    kinds = {one.kind if isinstance(one, Refusal) else None for one in doubtful}
    if None in kinds:
        return Refusal.about(SAME, said)
    kind = Asks.NAMES if Asks.NAMES in kinds else Asks.MEANING
    return Refusal.about(SAME, Refusal.of(kind, said))


def _name(world: World, row: int) -> str:
    tree = world.thin.tree
    at = tree.child_by_field(row, "name") if row >= 0 else -1
    return tree.slice(at).decode("utf-8", "replace") if at >= 0 else "its caller"


def _edits(world: World, functions: dict[str, Function], proofs: list[Proof]) -> tuple[int, ...]:
    """The open edits with both sides in what was proved; where it stands is not among that."""
    context = world.context
    base_thick = world.forest_thick.base[world.file_thick]
    base_thin = world.forest_thin.base[world.file_thin]
    stop_thick, stop_thin = world.thick.tree.stop, world.thin.tree.stop
    spans_thick = [
        (base_thick + row, base_thick + stop_thick[row]) for proof in proofs for row in proof.thick
    ]
    spans_thin = [
        (base_thin + row, base_thin + stop_thin[row]) for row in _rows_thin(functions, proofs)
    ]
    before, after = (spans_thick, spans_thin) if world.is_extract else (spans_thin, spans_thick)
    tops = {first for first, _ in spans_thick}
    return tuple(
        index
        for index in context.inside(before, after)
        if (edit := context.edits[index]).kind is not EditKind.MOVE
        or (edit.before if world.is_extract else edit.after) not in tops
    )


def _rows_thin(functions: dict[str, Function], proofs: list[Proof]) -> list[int]:
    rows = [row for proof in proofs for row in proof.thin]
    return rows + [function.row for function in functions.values()]


def _explained(
    world: World,
    functions: dict[str, Function],
    proofs: list[Proof],
    variables: dict[int, Variable],
) -> Iterator[Explained]:
    """Explanations for all edits with both sides in what was proved, one for each place."""
    left = set(_edits(world, functions, proofs))
    base_thick = world.forest_thick.base[world.file_thick]
    base_thin = world.forest_thin.base[world.file_thin]
    for proof in proofs:
        own = {name: one for name, one in functions.items() if name in proof.functions}
        edits = tuple(sorted(left.intersection(_edits(world, own, [proof]))))
        if proof is proofs[-1]:
            edits = tuple(sorted(left))
        if not edits:
            continue
        left.difference_update(edits)
        stored = [world.thin.functions.bound(row) for row in proof.variables]
        named = [world.thin.word(found[0][0]) for found in stored if found is not None]
        names = ", ".join([function.name for function in own.values()] + named)
        first = [*(function.row for function in own.values()), *proof.thin][0]
        thick, thin = base_thick + proof.thick[0], base_thin + first
        leaves = _leaves(world, own, proof) if world.is_extract else ()
        yield Explained(
            RULES[bool(own), world.is_extract],
            f"{names} {'from' if world.is_extract else 'into'} {_caller(world, proof)}: "
            f"{_EVIDENCE[bool(own)]}",
            edits,
            thick if world.is_extract else thin,
            thin if world.is_extract else thick,
            kept=leaves,
            touched=leaves,
            named=_uses(base_thin, proof, variables) if world.is_extract else (),
        )


def _uses(base: int, proof: Proof, variables: dict[int, Variable]) -> tuple[int, ...]:
    """Leaves after that name a value, in the places where the value stood."""
    return tuple(base + use for row in proof.variables for use in variables[row].uses)


def _leaves(world: World, functions: dict[str, Function], proof: Proof) -> tuple[int, ...]:
    """Leaves after of what was extracted, and of its place, that have a partner."""
    base, to_before = world.forest_thin.base[world.file_thin], world.context.mapping.to_before
    return tuple(
        base + at
        for row in _rows_thin(functions, [proof])
        for at in significant_leaves(world.thin.tree, row)
        if to_before[base + at] >= 0
    )


def _caller(world: World, proof: Proof) -> str:
    return _name(world, world.thin.functions.enclosing(proof.thin[0]))
