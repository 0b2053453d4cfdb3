"""`classify`: the rules asked in order, what they leave named, and the verdict on it all."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from tracer.classify.change.change import Context, Explained, significant_leaves
from tracer.classify.change.edits import EditKind
from tracer.classify.change.locations import Places, joined, places_of_layout
from tracer.classify.evolution_kinds import Kinds
from tracer.classify.intermediate_version import TakenBack, taken_back
from tracer.classify.phrases import phrase
from tracer.classify.rules import RULES
from tracer.classify.rules.rename import local as rename_local
from tracer.model.changes import Change, ChangeVerdict, FileVerdict, Proof
from tracer.model.enums import Verdict
from tracer.model.named_tuple import NamedTuple
from tracer.semantics.versions import World

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from tracer.matching import NodeMapping
    from tracer.model.spans import Place

NEW_NAME = "new_name"  # as lineage calls it
_MOST_LEFT = 100  # edits without an explanation, for which a second look in two steps may pay
_NEAR = 1  # lines between two changes of one rule that are shown as one


class Whose(NamedTuple):
    """What lineage needs to know of a change: which new text is no new code.

    It rests on rules alone, which say of each leaf what became of it. The equivalence proves what
    a change does to behaviour and says nothing of leaves, so code that it proves to be a
    refactoring is its writer's where its text is new.
    `kept`: leaves after (node ids) whose text changed and whose origin stays, because a
    refactoring rule explains the new text; each has a partner before. `rules`: leaf after ->
    the rule that moved, renamed or respelled it; one without a partner follows its neighbours,
    or is a `NEW_NAME` for what stood in its place.
    `removed`: nodes before that edits took away or replaced, unless a rule explains them.
    """

    kept: frozenset[int]
    rules: dict[int, str]
    removed: frozenset[int]


class Classification(NamedTuple):
    """The verdict on a change set, and whose its code is by the rules that explain it.

    `hangs_on_world`: whether anybody asked if the change set is all there is; if not, nothing would
    be said otherwise in another world. Others' words are asked for only by who asked this first.
    """

    verdict: ChangeVerdict
    whose: Whose
    hangs_on_world: bool


def classify(
    mapping: NodeMapping,
    *,
    closed_world: bool = False,
    mentions: Callable[[str], bool] | None = None,
    assume: str | None = None,
    prover: bool = True,
) -> Classification:
    """The verdict on a change set: a refactoring only if rules or the equivalence prove all of it.

    `closed_world`: the change set is all there is (unchanged files included). `mentions` tells
    of an open world whether a file outside the change set contains a word; without it nobody
    knows, and names that others may use keep their spelling. `assume`: the assumptions that are
    accepted (docs/assumptions.md), the standard ones where nothing is said. `prover`: False for
    parts of files, which are no programs, and to hear what the rules say alone.
    Cost: proportional to the change, and to the files' text where names are looked for.
    """
    world = World(is_closed=closed_world)
    context, explained = _by_rules(mapping, world, mentions)
    found = _whose(context, explained)
    if prover and context.open:
        explained = explained + ask_prover(context, assume)
    return Classification(_verdict(context, explained), found, world.was_asked)


def whose(mapping: NodeMapping, *, closed_world: bool = False) -> Whose:
    """What rules say of the code of a change, where nobody asks what it does.

    Cost: that of `classify` without the equivalence.
    """
    return _whose(*_by_rules(mapping, World(is_closed=closed_world), None))


def _by_rules(
    mapping: NodeMapping, world: World, mentions: Callable[[str], bool] | None
) -> _Judged:
    """A change set as rules leave it, in one step or in two, and what they explained."""
    judge = partial(_judged, world=world, mentions=mentions)
    context, explained = judge(mapping)
    apart = taken_back(context) if 0 < len(context.open) <= _MOST_LEFT else None
    if apart is not None:
        context, explained = _in_two_steps(judge, apart) or (context, explained)
    return context, explained


def _whose(context: Context, explained: list[Explained]) -> Whose:
    mapping = context.mapping
    rules = {
        leaf: found.rule
        for found in explained
        for leaf in (*_respelled(context, found), *_with_partner(mapping, found.touched))
    }
    rules |= {
        leaf: NEW_NAME for found in explained for leaf in found.named if mapping.to_before[leaf] < 0
    }
    edits = map(context.edits.__getitem__, context.open)
    return Whose(
        frozenset(leaf for found in explained for leaf in found.kept),
        rules,
        frozenset(edit.before for edit in edits if edit.before >= 0),
    )


_Judged = tuple[Context, list[Explained]]


def ask_prover(context: Context, assume: str | None = None) -> list[Explained]:
    """What the equivalence proves of the edits that rules left open; it notes why of the others.

    Where it looks at nothing as a whole, it is asked about each file by itself, but for a closed
    world: there other files may say more.
    """
    # Only when rules are not enough:
    from tracer.classify.equivalence import asked, shares  # noqa: PLC0415

    try:
        outcome = asked(context, assume)
        apart = _apart(context, assume) if outcome.is_refused else []
        found = apart + list(shares(context, outcome))
    except Exception as error:  # noqa: BLE001 - a verdict without a proof is safe, none is not
        why = f"it could not be compared as a program ({type(error).__name__})"
        context.note(sorted(context.open), why)
        return []
    for one in found:
        context.open.difference_update(one.edits)
    return found


def _apart(context: Context, assume: str | None) -> list[Explained]:
    """What is proved of single files, as if nothing else had changed with them."""
    from tracer.classify.single_files import explain_apart  # noqa: PLC0415 - rarely wanted

    def judge(
        mapping: NodeMapping, mentions: Callable[[str], bool] | None
    ) -> tuple[Context, list[Explained]]:
        alone, explained = _by_rules(mapping, World(is_closed=False), mentions)
        return alone, explained + (ask_prover(alone, assume) if alone.open else [])

    return list(explain_apart(context, judge))


def _judged(
    mapping: NodeMapping,
    rules: Iterable[Callable[[Context], Iterable[Explained]]] = RULES,
    *,
    world: World,
    mentions: Callable[[str], bool] | None,
) -> _Judged:
    """A change set as rules leave it, and what they explained."""
    context = Context(mapping, world=world, mentions=mentions)
    explained: list[Explained] = []
    for rule in rules:
        for found in rule(context):
            if context.open.issuperset(found.edits) and not _is_read_otherwise(context, found):
                context.open.difference_update(found.edits)
                explained.append(found)
    return context, _without_locked(context, explained)


def _in_two_steps(judge: Callable[..., _Judged], apart: TakenBack) -> _Judged | None:
    """The change by way of the version between, where that proves the functions concerned."""
    onward, renamed = judge(apart.onward, (rename_local.explain,))
    if onward.open:
        return None
    context, explained = judge(apart.there)
    if apart.concerns(context.edits[index] for index in context.open):
        return None
    to_before = apart.there.to_before
    for found in renamed:
        leaves = tuple(_with_partner(apart.there, found.kept))
        explained.append(
            found._replace(edits=(), before=to_before[found.after], kept=leaves, touched=leaves)
        )
    return context, explained


def _is_read_otherwise(context: Context, found: Explained) -> bool:
    """Whether the edits are in a file that means something else beyond its tree."""
    why = next((w for i in found.edits if (w := context.other_reading(context.edits[i]))), None)
    if why:
        context.note(found.edits, why)
    return why is not None


def _with_partner(mapping: NodeMapping, leaves: Iterable[int]) -> Iterator[int]:
    return (leaf for leaf in leaves if mapping.to_before[leaf] >= 0)


def _respelled(context: Context, found: Explained) -> Iterator[int]:
    """Leaves without a partner that only spell anew what stood there: a comma a formatter adds.

    A refactoring changes no origin, so lineage lets them follow their neighbours.
    """
    mapping, after = context.mapping, context.after
    for index in found.edits:
        edit = context.edits[index]
        if edit.kind is not EditKind.SPELLING:
            continue
        file, row = after.locate(edit.after)
        base = after.base[file]
        for at in significant_leaves(after.trees[file], row):
            if mapping.to_before[base + at] < 0:
                yield base + at


def _without_locked(context: Context, explained: list[Explained]) -> list[Explained]:
    """Take back what rests on edits that another rule needs to stay unexplained."""
    kept = []
    for found in explained:
        if context.locked.intersection(found.edits):
            context.open.update(found.edits)
        else:
            kept.append(found)
    return kept


class _Shown(NamedTuple):
    """A change with the files it is listed under: (file before, file after), -1 for none.

    `edit`: the index of the edit whose words are to be the evidence, or -1.
    """

    files: tuple[int, int]
    change: Change
    edit: int = -1


def _verdict(context: Context, explained: list[Explained]) -> ChangeVerdict:
    places = Places(context.before), Places(context.after)
    shown: list[_Shown] = []
    for found in explained:
        first = _show(context, places, found)
        shown += [first, *_elsewhere(context, places, found, first)]
    kinds = Kinds(context)
    for index in sorted(context.open):
        edit = context.edits[index]
        evidence = context.reasons.get(index, "")
        what = (kinds.of(edit), Verdict.INTENT_EVOLUTION, evidence)
        one = _shown(places, what, edit.before, edit.after)
        shown.append(one if evidence else one._replace(edit=index))
    files = _files(context, places, shown)
    strongest = max((file.verdict for file in files), key=_strength, default=Verdict.UNCHANGED)
    return ChangeVerdict(
        strongest, files, _proof(strongest, files), _refusals(context, places, files)
    )


def _refusals(
    context: Context, places: tuple[Places, Places], files: Iterable[FileVerdict]
) -> tuple[tuple[str, str], ...]:
    """Where each unexplained edit stands, with every reason that a rule or the prover gave."""
    found: dict[tuple[str, str], None] = {}
    for change in (change for file in files for change in file.changes):
        place = change.after or change.before
        if change.verdict is Verdict.INTENT_EVOLUTION and change.evidence and place:
            found[f"{place.path}:{place.start_line}", change.evidence] = None
    for index in sorted(context.open):
        edit = context.edits[index]
        place = places[1].of(edit.after)[1] or places[0].of(edit.before)[1]
        where = f"{place.path}:{place.start_line}" if place else ""
        for why in sorted(context.notes.get(index, ())):
            found[where, why] = None
    return tuple(found)


def _proof(verdict: Verdict, parts: Iterable[Change | FileVerdict]) -> Proof | None:
    """All proofs of the parts of a refactoring as one."""
    if verdict is not Verdict.AST_REFACTOR:
        return None
    return Proof.joined(part.proof for part in parts if part.proof is not None)


def _strength(verdict: Verdict) -> int:
    return verdict.strength


def _show(context: Context, places: tuple[Places, Places], found: Explained) -> _Shown:
    what = (found.rule, Verdict.AST_REFACTOR, found.evidence)
    proof = found.proof or Proof.of(laws=(found.rule,))
    one = _show_as(context, places, found, what)
    return one._replace(change=one.change._replace(proof=proof))


def _show_as(
    context: Context, places: tuple[Places, Places], found: Explained, what: _What
) -> _Shown:
    is_layout = any(context.edits[index].kind is EditKind.LAYOUT for index in found.edits)
    if not is_layout or min(found.before, found.after) < 0:
        return _shown(places, what, found.before, found.after)
    (file_b, row_b), (file_a, row_a) = (
        context.before.locate(found.before),
        context.after.locate(found.after),
    )
    if row_b or row_a:
        return _shown(places, what, found.before, found.after)
    before, after = places_of_layout(
        context.before.trees[file_b],
        context.after.trees[file_a],
        (context.before.paths[file_b], context.after.paths[file_a]),
    )
    return _Shown((file_b, file_a), Change(*what, before, after))


def _elsewhere(
    context: Context, places: tuple[Places, Places], found: Explained, first: _Shown
) -> Iterator[_Shown]:
    """What one explanation did in further files, such as the uses of a name: a change a line."""
    told: list[_Shown] = []
    for index in found.edits:
        edit = context.edits[index]
        one = _shown(places, first.change[:3], edit.before, edit.after)
        one = one._replace(change=one.change._replace(proof=first.change.proof))
        side = 1 if edit.after >= 0 else 0
        if one.files[side] != first.files[side] and one not in told[-1:]:
            told.append(one)
    yield from told


_What = tuple[str, Verdict, str]


def _shown(places: tuple[Places, Places], what: _What, before: int, after: int) -> _Shown:
    """`what` is (rule, verdict, evidence) of an edit or explanation between two nodes."""
    file_b, place_b = places[0].of(before)
    file_a, place_a = places[1].of(after)
    return _Shown((file_b, file_a), Change(*what, place_b, place_a))


def _files(
    context: Context, places: tuple[Places, Places], shown: list[_Shown]
) -> tuple[FileVerdict, ...]:
    """Every file of the change set with its changes; a move is listed under both its files."""
    pairs = list(context.mapping.file_pairs)
    paired_b, paired_a = {b for b, _ in pairs}, {a for _, a in pairs}
    pairs += [(b, -1) for b in range(len(context.before.trees)) if b not in paired_b]
    pairs += [(-1, a) for a in range(len(context.after.trees)) if a not in paired_a]
    of_before = {b: i for i, (b, _) in enumerate(pairs) if b >= 0}
    of_after = {a: i for i, (_, a) in enumerate(pairs) if a >= 0}
    changes: list[list[_Shown]] = [[] for _ in pairs]
    for one in shown:
        file_b, file_a = one.files
        homes = {of_before.get(file_b, -1), of_after.get(file_a, -1)} - {-1}
        for home in homes:
            changes[home].append(one)
    files = [
        _file(context, file_b, file_a, _worded(context, places, found))
        for (file_b, file_a), found in zip(pairs, changes, strict=True)
    ]
    return tuple(sorted(files, key=lambda file: file.after or file.before or ""))


def _file(context: Context, file_b: int, file_a: int, changes: tuple[Change, ...]) -> FileVerdict:
    before = context.before.paths[file_b] if file_b >= 0 else None
    after = context.after.paths[file_a] if file_a >= 0 else None
    tree = context.after.trees[file_a] if file_a >= 0 else context.before.trees[file_b]
    verdict = max((change.verdict for change in changes), key=_strength, default=Verdict.UNCHANGED)
    proof = _proof(verdict, changes)
    return FileVerdict(before, after, tree.language.name, verdict, changes, proof)


def _worded(
    context: Context, places: tuple[Places, Places], shown: list[_Shown]
) -> tuple[Change, ...]:
    """The changes of a file in order, each with its evidence."""
    found = []
    for one in _merged(shown):
        change = one.change
        if one.edit >= 0:
            words = phrase(context, places, context.edits[one.edit])
            change = change._replace(evidence=words, quotes=True)
        found.append(change)
    return tuple(found)


def _merged(shown: Iterable[_Shown]) -> list[_Shown]:
    """Changes in order of place; neighbours of one rule and reason become one."""
    found: list[_Shown] = []
    first: _Shown | None = None  # of a run of changes shown as one
    before = after = None
    for one in sorted(shown, key=_order):
        change = one.change
        if (
            first is not None
            and first.change[:3] == change[:3]
            and first.change.proof == change.proof
            and _continues(before, change.before)
            and _continues(after, change.after)
        ):
            before, after = joined(before, change.before), joined(after, change.after)
            continue
        if first is not None:
            found.append(_at(first, before, after))
        first, before, after = one, change.before, change.after
    if first is not None:
        found.append(_at(first, before, after))
    return found


def _at(one: _Shown, before: Place | None, after: Place | None) -> _Shown:
    return one._replace(change=one.change._replace(before=before, after=after))


def _order(one: _Shown) -> tuple[str, int, int, str]:
    change = one.change
    place = change.after or change.before
    assert place is not None
    return place.path, place.start_line, place.end_line, change.rule


def _continues(one: Place | None, other: Place | None) -> bool:
    """Whether a place goes on where another ends: the same path and name, and no line apart."""
    if one is None or other is None:
        return one is other
    is_same = one.path == other.path and one.name == other.name
    return is_same and one.start_line <= other.start_line <= one.end_line + _NEAR
