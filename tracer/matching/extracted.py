"""One stage: statements that went into a new definition, or came out of one that is gone.

A definition without partner that a matched one calls, or shares its name with, may hold what is
missing there (extracted, pushed down), or may have held what is new there (inlined, pulled up).
Their statements are paired in order: equal ones first, then similar ones. What a second caller
gave or received has no one-to-one partner; see `NodeMapping.merged_into` and `copy_of`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.matching.align import Aligner
from tracer.matching.mapping import NodeMapping, Stage
from tracer.matching.sequences import common_pairs
from tracer.matching.signatures import parameter_types
from tracer.matching.similarity import best_of, votes
from tracer.model.named_tuple import NamedTuple
from tracer.syntax.grammar import Role
from tracer.syntax.names import defined_name
from tracer.syntax.tree import LEAF, TRIVIA

if TYPE_CHECKING:
    from array import array
    from collections import Counter
    from collections.abc import Iterator

    from tracer.matching.forest import Forest

_SHARE = 0.25  # of the definition's named leaves that must be found on the other side
_WORDS = 2  # named leaves at the least
_TABLE = 4_000  # pairs of statements compared with each other; beyond it equal ones only
_CALLERS = 8  # of more callers, those most alike are looked at
_COMMON = 16  # a leaf in more callers than this does not make candidates
_DEEPEST = 4  # definitions extracted from definitions that were extracted


class _Pairing(NamedTuple):
    """Statements that go together, as node ids, and how many named leaves that explains."""

    equal: list[tuple[int, int]]
    similar: list[tuple[int, int]]
    weight: float


def match_extracted(mapping: NodeMapping) -> NodeMapping:
    """Return `mapping` plus statements paired across extractions and inlinings.

    Candidates come from the names that leaves spell, never from comparing definitions.
    Cost: one look at each leaf, then the statements of the candidates.
    """
    draft = mapping.copy()
    sides = _Statements(draft.before), _Statements(draft.after)
    for fresh in (1, 0):
        forests = (draft.before, draft.after)
        partner = draft.to_before if fresh else draft.to_after
        pairs: list[tuple[int, int]] = []
        for nodes, others in _related(forests[fresh], partner):
            for node, other in _candidates(forests[fresh], nodes, forests[1 - fresh], others):
                pairs.append((other, node) if fresh else (node, other))
        _pair(draft, sides, pairs, fresh=fresh)
    return draft


def _candidates(
    forest: Forest, nodes: list[int], other: Forest, others: list[int]
) -> Iterator[tuple[int, int]]:
    """Each of the nodes with each of the others, or with the most promising of very many."""
    if len(others) <= _CALLERS:
        yield from ((node, there) for node in nodes for there in others)
        return
    holders: dict[bytes, list[int]] = {}
    for there in others:
        for leaf in _bag(other, there):
            holders.setdefault(leaf, []).append(there)
    for node in nodes:
        for there in best_of(votes(_bag(forest, node), holders, _COMMON), _CALLERS):
            yield node, there


def _bag(forest: Forest, node: int) -> Counter[bytes]:
    file, row = forest.locate(node)
    return forest.bags[file].bag(row)[0]


def _pair(
    draft: NodeMapping, sides: _Sides, candidates: list[tuple[int, int]], *, fresh: int
) -> None:
    """Pair what explains most first; the other candidates gave, or got, the same again.

    `fresh` says which of each pair is the definition without partner: 0 before, 1 after.
    """
    forest = draft.after if fresh else draft.before
    ranked = sorted((-_pairing(draft, sides, pair, fresh).weight, *pair) for pair in candidates)
    done: set[int] = set()
    again: list[tuple[int, int]] = []
    for weight, *nodes in ranked:
        pair = nodes[0], nodes[1]
        node = pair[fresh]
        if node in done:
            again.append(pair)
            continue
        share = _SHARE * _words(forest, node)
        is_twin = _is_twin(draft, *pair)
        # A body of one word is enough where the signature says the same.
        least = share if is_twin else max(_WORDS, share)
        pairing = _pairing(draft, sides, pair, fresh) if -weight >= least else None
        if pairing is not None and pairing.weight >= least:
            done.add(node)
            _commit(draft, pairing)
            if is_twin:
                draft.reserve(*pair)
    for pair in again:
        pairing = _pairing(draft, sides, pair, fresh, whole=True)
        if pairing.weight >= max(_WORDS, _SHARE * _words(forest, pair[fresh])):
            _reserve(draft, pairing)


def _related(forest: Forest, partner: array[int]) -> Iterator[tuple[list[int], list[int]]]:
    """(definitions of one name without partner, partners of what names them) of one side."""
    fresh = _fresh(forest, partner)
    naming = _naming(forest, fresh)
    name_of = {node: name for name, nodes in fresh.items() for node in nodes}
    for name, nodes in fresh.items():
        homes = _matched(partner, naming, name_of, name)
        if homes:
            yield nodes, list(dict.fromkeys(partner[home] for home in homes))


def _fresh(forest: Forest, partner: array[int]) -> dict[bytes, list[int]]:
    """{name: definitions without partner}."""
    found: dict[bytes, list[int]] = {}
    for file, tree in enumerate(forest.trees):
        for element in forest.elements(file):
            node = forest.base[file] + element.row
            if partner[node] < 0 and not tree.flags[element.row] & LEAF:
                found.setdefault(element.name.rpartition(".")[2].encode(), []).append(node)
    return found


def _naming(forest: Forest, wanted: dict[bytes, list[int]]) -> dict[bytes, dict[int, None]]:
    """{name: the definitions (or roots) in which a leaf spells it}, in order."""
    found: dict[bytes, dict[int, None]] = {}
    for file, tree in enumerate(forest.trees if wanted else ()):
        text, start, end, flags = tree.text, tree.start, tree.end, tree.flags
        named, base = tree.language.kind_is_named, forest.base[file]
        for row, kind in enumerate(tree.kind):
            if flags[row] & (LEAF | TRIVIA) == LEAF and named[kind]:
                name = text[start[row] : end[row]]
                if name in wanted:
                    found.setdefault(name, {})[forest.home(base + row)] = None
    return found


def _matched(
    partner: array[int],
    naming: dict[bytes, dict[int, None]],
    name_of: dict[int, bytes],
    name: bytes,
) -> list[int]:
    """The matched definitions that spell `name`, directly or through unmatched ones."""
    seen = {name}
    level = [name]
    found: dict[int, None] = {}
    for _ in range(_DEEPEST):
        above: dict[bytes, None] = {}
        for at in level:
            for home in naming.get(at, ()):
                if partner[home] >= 0:
                    found[home] = None
                elif name_of.get(home, at) not in seen:
                    above[name_of[home]] = None
        seen.update(above)
        level = list(above)
    return list(found)


def _pairing(
    draft: NodeMapping,
    sides: _Sides,
    pair: tuple[int, int],
    fresh: int,
    *,
    whole: bool = False,
) -> _Pairing:
    """How the statements without partner of two definitions go together.

    `whole`: all statements of the fresh one, with or without partner.
    """
    forests, partners = (draft.before, draft.after), (draft.to_after, draft.to_before)
    (tree_b, _), (tree_a, _) = forests[0].tree_of(pair[0]), forests[1].tree_of(pair[1])
    if tree_b.language is not tree_a.language:
        return _Pairing([], [], 0.0)
    own = sides[fresh].of(pair[fresh])
    if not whole:
        own = [node for node in own if partners[fresh][node] < 0]
    other = 1 - fresh
    there = sides[other].of(pair[other])
    small = len(own) * len(there) <= _TABLE
    if not small:
        there = sides[other].equal_to(pair[other], {sides[fresh].key(node) for node in own})
    there = [node for node in there if partners[other][node] < 0]
    nodes = (there, own) if fresh else (own, there)
    keys = [[side.key(node) for node in some] for side, some in zip(sides, nodes, strict=True)]
    equal = [(nodes[0][i], nodes[1][j]) for i, j in common_pairs(keys[0], keys[1])]
    file_b, file_a = forests[0].locate(pair[0])[0], forests[1].locate(pair[1])[0]
    base_b, base_a = forests[0].base[file_b], forests[1].base[file_a]
    aligner = Aligner(draft, file_b, file_a)
    similar = []
    if small:
        rest_b = _outside(tree_b.stop, base_b, nodes[0], [b for b, _ in equal])
        rest_a = _outside(tree_a.stop, base_a, nodes[1], [a for _, a in equal])
        if rest_b and rest_a:
            similar = [(base_b + b, base_a + a) for b, a in aligner.in_order(rest_b, rest_a)]
    weight = sides[fresh].known(pair[fresh], partners[fresh], forests[other], pair[other])
    last = -1
    for found in sorted(equal + similar, key=lambda entry: entry[fresh]):
        if found[fresh] >= last:
            last = sides[fresh].stop(found[fresh])
            alike = aligner.similarity(found[0] - base_b, found[1] - base_a)
            weight += _words(forests[fresh], found[fresh]) * alike
    return _Pairing(equal, similar, weight)


class _Statements:
    """The statements of the definitions of one side, each read once."""

    def __init__(self, forest: Forest) -> None:
        self._forest = forest
        self._found: dict[int, list[int]] = {}
        self._by_key: dict[int, dict[bytes, list[int]]] = {}

    def of(self, node: int) -> list[int]:
        """Node ids of the statements below, ascending; none inside definitions of its own."""
        known = self._found.get(node)
        if known is None:
            known = self._found[node] = self._read(node)
        return known

    def equal_to(self, node: int, keys: set[bytes]) -> list[int]:
        """Those statements of the definition that have one of the keys."""
        index = self._by_key.get(node)
        if index is None:
            index = self._by_key[node] = {}
            for at in self.of(node):
                index.setdefault(self.key(at), []).append(at)
        return sorted(at for key in keys for at in index.get(key, ()))

    def key(self, node: int) -> bytes:
        """Equal keys, equal tokens."""
        file, row = self._forest.locate(node)
        return self._forest.keys[file].key(row)

    def stop(self, node: int) -> int:
        """One past the last node below."""
        tree, row = self._forest.tree_of(node)
        return node - row + tree.stop[row]

    def known(self, node: int, partner: array[int], forest: Forest, other: int) -> float:
        """Named leaves of the statements of `node` that are paired with something in `other`."""
        tree, row = forest.tree_of(other)
        high = other - row + tree.stop[row]
        words, last = 0, -1
        for at in self.of(node):
            if at >= last and other < partner[at] < high:
                last = self.stop(at)
                words += _words(self._forest, at)
        return float(words)

    def _read(self, node: int) -> list[int]:
        file, row = self._forest.locate(node)
        tree, base = self._forest.trees[file], self._forest.base[file]
        roles, kind, flags, stop, parent = (
            tree.language.roles, tree.kind, tree.flags, tree.stop, tree.parent,
        )  # fmt: skip
        named, own = tree.language.kind_is_named, self._forest.rows_defined(file)
        found = []
        at, last = row + 1, stop[row]
        while at < last:
            if at in own:
                at = stop[at]
                continue
            if not flags[at] & TRIVIA and (
                roles[kind[at]] & Role.STATEMENT
                or (roles[kind[parent[at]]] & Role.BLOCK and named[kind[at]])
            ):
                found.append(base + at)
            at += 1
        return found


_Sides = tuple[_Statements, _Statements]


def _outside(stop: array[int], base: int, nodes: list[int], taken: list[int]) -> list[int]:
    """Rows of the nodes, ascending, that stand in none of the `taken` subtrees."""
    found = []
    ends = iter(sorted(taken))
    begin, end = next(ends, -1), -1
    for node in nodes:
        while 0 <= begin <= node:
            end = max(end, base + stop[begin - base])
            begin = next(ends, -1)
        if node >= end:
            found.append(node - base)
    return found


def _words(forest: Forest, node: int) -> int:
    """Named leaves of a subtree."""
    tree, row = forest.tree_of(node)
    named, kind, flags = tree.language.kind_is_named, tree.kind, tree.flags
    return sum(
        1
        for at in range(row, tree.stop[row])
        if flags[at] & (LEAF | TRIVIA) == LEAF and named[kind[at]]
    )


def _commit(draft: NodeMapping, pairing: _Pairing) -> None:
    for before, after in pairing.equal:
        if draft.to_after[before] < 0 and draft.to_before[after] < 0:
            draft.pair_subtrees(before, after, Stage.MOVED)
    for before, after in pairing.similar:
        if draft.to_after[before] < 0 and draft.to_before[after] < 0:
            file_b, row_b = draft.before.locate(before)
            file_a, row_a = draft.after.locate(after)
            draft.pair(before, after, Stage.SIMILAR)
            Aligner(draft, file_b, file_a).align(row_b, row_a)


def _reserve(draft: NodeMapping, pairing: _Pairing) -> None:
    for before, after in pairing.equal:
        draft.reserve_subtrees(before, after)
    for before, after in pairing.similar:
        draft.reserve(before, after)


def _is_twin(draft: NodeMapping, before: int, after: int) -> bool:
    """Whether two definitions have one name and one list of parameter types."""
    tree_b, row_b = draft.before.tree_of(before)
    tree_a, row_a = draft.after.tree_of(after)
    return (
        tree_b.kind_name(row_b) == tree_a.kind_name(row_a)
        and defined_name(tree_b, row_b) == defined_name(tree_a, row_a)
        and parameter_types(tree_b, row_b) == parameter_types(tree_a, row_a)
    )
