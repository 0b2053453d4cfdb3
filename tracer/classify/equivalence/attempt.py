"""One map put to the test: which of its pairs are the same, and which of its entries hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.equivalence.comparison.compare import Comparison
from tracer.classify.equivalence.comparison.found import Found
from tracer.classify.equivalence.comparison.loading import Loaded, Loading
from tracer.classify.equivalence.comparison.touched import Touched
from tracer.classify.equivalence.comparison.unfolding import Unfolding
from tracer.classify.equivalence.conditions.kept_annotations import KeptAnnotations
from tracer.classify.equivalence.conditions.signatures import Signatures
from tracer.classify.equivalence.symbols.hierarchy import name_of, why_members
from tracer.classify.equivalence.symbols.renaming import Renaming
from tracer.classify.equivalence.symbols.symbols import SymbolMap, shown
from tracer.classify.equivalence.symbols.walking import references
from tracer.classify.equivalence.versions.side import TooLargeError
from tracer.model.named_tuple import NamedTuple
from tracer.semantics.core import Kind, Ref

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.classify.change.change import Context
    from tracer.classify.equivalence.conditions.conditions import Conditions
    from tracer.classify.equivalence.versions.side import Side
    from tracer.semantics.core import Symbol
    from tracer.semantics.program import Program
    from tracer.semantics.versions import World

_ROUNDS = 4  # of unfolding what differs
Entry = tuple["Symbol | None", "Symbol | None"]


class Attempt(NamedTuple):
    """What a map proves. `why`: entry, or pair of modules, -> the reason against it.

    `code`: the reasons that only say that code differs; `named`: assumptions about names.
    `left`: the loading of modules, where the map is refused without it and nobody asked yet.
    """

    programs: tuple[Program, Program]
    map: SymbolMap
    same: dict[Symbol, Found]  # after -> what the proof of the pair rests on
    why: dict[Entry | tuple[str, str], str]
    loaded: Loaded | None  # None where that was not asked
    assumed: frozenset[str]
    laws: frozenset[str]
    named: frozenset[str]
    code: frozenset[str]
    left: Loading | None = None

    def whole(self) -> Attempt:
        """The same with what the loading of modules says, too; before the sides are changed."""
        if self.left is None:
            return self
        try:
            loaded = self.left.compare()
        except TooLargeError:
            pairs = self.map.modules.items()
            reasons = {(b, a): "too large to compare" for a, b in pairs}
            loaded = Loaded(reasons, frozenset(), frozenset())
        why = dict(self.why)
        why.update(loaded.why.items())
        return self._replace(why=why, loaded=loaded, left=None)

    def entries(self) -> Iterator[tuple[str, str]]:
        """Definitions that have another name or place, in words."""
        for after, before in sorted(self.map.to_before.items()):
            is_own = after.path[-1:] != before.path[-1:] or after.path == before.path
            if after != before and is_own:
                yield _full(before), _full(after)

    def reasons(self) -> list[tuple[str, str]]:
        """(about, reason) of everything that is not proved, what is most telling first."""
        return [(_about(entry), reason) for entry, reason in self.why.items()]


class _Compared(NamedTuple):
    """All pairs of a map compared: those that are the same, and those whose code alone differs."""

    renaming: Renaming
    asked: Touched
    comparison: Comparison
    touched: frozenset[tuple[Symbol, Symbol]]  # (before, after)
    same: dict[Symbol, Found]
    why: dict[Entry | tuple[str, str], str]
    code: list[Entry]
    apart: set[Entry]  # those that no unfolding makes the same
    taken: list[Entry]  # those that take other parameters


def attempt(
    context: Context, conditions: Conditions, found: SymbolMap, sides: tuple[Side, Side]
) -> Attempt:
    """Put a map to the test. What the sides have made for other maps is kept where it holds."""
    before, after = sides
    accepted = before.allowed
    unfolding = Unfolding(before, after, found, world=context.world)
    compared = _compared(before, after, unfolding.map, world=context.world)
    is_single = found.is_identity and len(compared.touched) == 1
    for _ in range(_ROUNDS):
        code = compared.code
        more = unfolding.unfold_callees([one for one in code if one not in compared.apart])
        more = more or unfolding.unmap([*code, *compared.taken], is_single=is_single)
        if not more:
            break
        compared = _compared(before, after, unfolding.map, world=context.world)
    if compared.why and is_single:
        texts = frozenset(compared.why[entry] for entry in compared.code)
        none: frozenset[str] = frozenset()
        return Attempt(
            conditions.programs, found, compared.same, compared.why, None, none, none, none, texts
        )
    found = unfolding.map
    renaming, same, why, code = compared.renaming, compared.same, compared.why, compared.code
    texts = frozenset(why[entry] for entry in code)
    why = dict(why) | _why_not(conditions, unfolding, compared)
    loading = Loading(before, after, renaming, compared.asked, world=context.world)
    loaded = None if why else loading.compare()
    assumed = conditions.assumed | (loaded.assumed if loaded else frozenset())
    assumed |= {one for outcome in same.values() for one in outcome.assumed}
    assumed |= compared.comparison.initialisers.assumed
    if renaming.used_members:
        assumed.add("own-members")
    laws = {one for outcome in same.values() for one in outcome.laws}
    laws |= loaded.laws if loaded else frozenset()
    laws |= compared.comparison.initialisers.laws
    laws |= _laws_of(found)
    if loaded is not None:
        why.update(loaded.why.items())
    refused = assumed - accepted
    if refused and not why:
        why["", ""] = f"the assumption {', '.join(sorted(refused))} is not accepted"
    named = frozenset(conditions.assumed)
    return Attempt(
        conditions.programs, found, same, why, loaded, frozenset(assumed), frozenset(laws), named,
        texts, loading if loaded is None else None,
    )  # fmt: skip


def _compared(before: Side, after: Side, found: SymbolMap, *, world: World) -> _Compared:
    pairs = [*found.to_before.items(), *((a, b) for b, a in sorted(found.extra))]
    asked = Touched(before, after, found)
    touched = frozenset((b, a) for a, b in pairs if asked.is_touched(b, a))
    renaming = Renaming(before.program, after.program, found, sorted(touched))
    comparison = Comparison(before, after, renaming, asked.words, world=world)
    compared = _Compared(renaming, asked, comparison, touched, {}, {}, [], set(), [])
    for a, b in pairs:
        outcome = comparison.pair(b, a) if (b, a) in touched else Found(None)
        if outcome.why is None:
            compared.same.setdefault(a, outcome)
        else:
            compared.why[b, a] = outcome.why
            if outcome.code:
                compared.code.append((b, a))
                if outcome.apart:
                    compared.apart.add((b, a))
            elif outcome.taken:
                compared.taken.append((b, a))
    return compared


def _why_not(
    conditions: Conditions, unfolding: Unfolding, compared: _Compared
) -> dict[Entry | tuple[str, str], str]:
    """Entries of the map that do not hold, each with the reason."""
    why: dict[Entry | tuple[str, str], str] = {}
    found = unfolding.map
    conditions.assumed.clear()
    before, after = unfolding.sides
    conditions.alone = (
        frozenset(s for s in before.program.definitions if s not in found.to_after),
        frozenset(s for s in after.program.definitions if s not in found.to_before),
    )
    signatures, annotations = Signatures(conditions), KeptAnnotations(conditions)
    for b, a in sorted(compared.touched):
        reason = None
        outcome = compared.same.get(a)
        if outcome is not None:
            reason = signatures.why_named(b, a) or signatures.why_annotated(b, a)
            reason = reason or annotations.why_kept(b, a)
            reason = reason or conditions.rules.locals.why_not(b, a)
        if outcome is not None and reason is None and outcome.reads:
            reason = conditions.stores.why_constants(before.language(b), _named(before, b))
        if reason:
            why[b, a] = reason
    for pair in sorted(unfolding.dropped):
        reason = conditions.why_not(*pair) or unfolding.why_not(pair)
        if reason is None and not unfolding.offered.isdisjoint(pair):
            reason = conditions.why_called(*pair)
        if reason:
            why.setdefault(pair, reason)
    dropped = {s for pair in unfolding.dropped for s in pair}
    for entry in _entries(found, before, after):
        if not dropped.isdisjoint(entry) and None in entry:
            continue
        reason = conditions.why_not(*entry)
        if reason and not _is_initialiser(entry, compared):
            why.setdefault(entry, reason)
    for new, old in found.modules.items():
        if new != old:
            reason = conditions.why_module(old, new)
            if reason:
                why.setdefault((old, new), reason)
    for about, reason in conditions.rules.why_not(found, unfolding.dropped).items():
        why.setdefault(about, reason)
    programs = before.program, after.program
    members = why_members(programs, found.to_before, found.extra | unfolding.dropped)
    why.update(members.items())
    return why


def _is_initialiser(entry: Entry, compared: _Compared) -> bool:
    """Whether what came or went is a constructor that did, or does, what fields say as well."""
    comparison, found = compared.comparison, compared.renaming.map
    (at, symbol), *others = [(i, one) for i, one in enumerate(entry) if one is not None]
    program = (comparison.before.program, comparison.after.program)[at]
    outline = program.outline(symbol)
    if others or outline.kind is not Kind.CONSTRUCTOR or outline.owner is None:
        return False
    image = (found.to_after, found.to_before)[at].get(outline.owner)
    pair = (outline.owner, image) if at == 0 else (image, outline.owner)
    return comparison.initialisers.same(*pair)


def _named(side: Side, symbol: Symbol) -> set[Symbol]:
    """The definitions of the program that a definition's code names."""
    code = side.definition(symbol).function
    return {one.symbol for one in references(code) if isinstance(one, Ref)}


def _entries(found: SymbolMap, before: Side, after: Side) -> Iterator[Entry]:
    """What has another name or place, goes or comes."""
    for a, b in found.to_before.items():
        if a != b:
            yield b, a
    yield from sorted(found.extra)
    twice = {b for b, _ in found.extra}, {a for _, a in found.extra}
    for b in before.program.definitions:
        if b not in found.to_after and b not in twice[0]:
            yield b, None
    for a in after.program.definitions:
        if a not in found.to_before and a not in twice[1]:
            yield None, a


def _laws_of(found: SymbolMap) -> set[str]:
    laws = set()
    for a, b in found.to_before.items():
        if name_of(a) != name_of(b):
            laws.add("rename")
        if a.module != b.module and found.modules.get(a.module) != b.module:
            laws.add("move")
    return laws


def _full(symbol: Symbol) -> str:
    return f"{symbol.module}:{shown(symbol)}" if symbol.module else shown(symbol)


def _about(entry: Entry | tuple[str, str]) -> str:
    for one in reversed(entry):
        if one:
            return one if isinstance(one, str) else shown(one)
    return ""
