"""One stage: pair the files, then align each pair in place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.matching.align import VERY_LIKE, Aligner
from tracer.matching.contested import settle
from tracer.matching.mapping import NodeMapping, Stage
from tracer.matching.similarity import votes

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tracer.matching.forest import Forest

_RENAMED = 0.5  # share of lines two files must have in common, as git's -M
_BETTER = 0.15  # so much more alike must another file be to take a path from its own
_COMMON = 16  # a line of more files than this tells nothing


def match_files(mapping: NodeMapping) -> NodeMapping:
    """Return `mapping` with files paired and what is equal, of one name or very alike aligned.

    Files pair by path, then by equal bytes, then by shared lines (at least half), best first.
    """
    draft = mapping.copy()
    pairs = _pair_files(draft.before, draft.after)
    draft.file_pairs = tuple(pairs)
    contested: list[tuple[int, int]] = []
    for file_b, file_a in pairs:
        root_b, root_a = draft.before.base[file_b], draft.after.base[file_a]
        tree_b, tree_a = draft.before.trees[file_b], draft.after.trees[file_a]
        if tree_b.language is not tree_a.language:
            continue
        if tree_b.tokens == tree_a.tokens:
            draft.pair_subtrees(root_b, root_a, Stage.IN_PLACE)
        else:
            draft.pair(root_b, root_a, Stage.ALIGNED)
            aligner = Aligner(draft, file_b, file_a, least=VERY_LIKE)
            aligner.contested = contested
            aligner.align(0, 0)
    settle(draft, contested)
    return draft


def _pair_files(before: Forest, after: Forest) -> list[tuple[int, int]]:
    same_path = [
        (i, after.file_of_path[path])
        for i, path in enumerate(before.paths)
        if path in after.file_of_path
    ]
    rest_b = _without(range(len(before.paths)), {b for b, _ in same_path})
    rest_a = _without(range(len(after.paths)), {a for _, a in same_path})
    found = []
    by_text = {before.trees[b].text: b for b in reversed(rest_b)}
    for a in rest_a:
        b = by_text.pop(after.trees[a].text, None)
        if b is not None and after.trees[a].text:
            found.append((b, a))
    rest_b = _without(rest_b, {b for b, _ in found})
    rest_a = _without(rest_a, {a for _, a in found})
    if not rest_b or not rest_a:
        return sorted(same_path + found)
    # A path may have changed hands: `a` became `b` while `b` became `c`.
    changed = [(b, a) for b, a in same_path if before.trees[b].text != after.trees[a].text]
    scores = _scores(
        before, after, rest_b + [b for b, _ in changed], rest_a + [a for _, a in changed]
    )
    kept = _keeping(same_path, scores)
    taken = kept + found
    return sorted(taken + _best_first(before, after, scores, taken))


def _keeping(
    pairs: list[tuple[int, int]], scores: dict[tuple[int, int], float]
) -> list[tuple[int, int]]:
    """The pairs of one path, without those whose files both are much more alike to another."""
    heir: dict[int, float] = {}
    source: dict[int, float] = {}
    for (b, a), score in scores.items():
        heir[b] = max(heir.get(b, 0.0), score)
        source[a] = max(source.get(a, 0.0), score)
    kept = []
    for b, a in pairs:
        least = max(_RENAMED, scores.get((b, a), 0.0) + _BETTER)
        if heir.get(b, 0.0) < least or source.get(a, 0.0) < least:
            kept.append((b, a))
    return kept


def _without(items: Iterable[int], gone: set[int]) -> list[int]:
    return [item for item in items if item not in gone]


def _scores(
    before: Forest, after: Forest, some_b: list[int], some_a: list[int]
) -> dict[tuple[int, int], float]:
    """Share of lines in common; candidates share a line, counted through an inverted index."""
    files_of_line: dict[bytes, list[int]] = {}
    sizes_b = {}
    for b in some_b:
        lines = _lines(before.trees[b].text)
        sizes_b[b] = len(lines)
        for line in lines:
            files_of_line.setdefault(line, []).append(b)
    found = {}
    for a in some_a:
        lines = _lines(after.trees[a].text)
        for b, count in votes(lines, files_of_line, _COMMON).items():
            found[b, a] = count / max(sizes_b[b], len(lines))
    return found


def _best_first(
    before: Forest,
    after: Forest,
    scores: dict[tuple[int, int], float],
    taken: list[tuple[int, int]],
) -> list[tuple[int, int]]:
    """Renamed and edited files, those with the most in common first."""
    gone_b, gone_a = {b for b, _ in taken}, {a for _, a in taken}
    ranked = sorted(
        (-score, before.paths[b], after.paths[a], b, a)
        for (b, a), score in scores.items()
        if score >= _RENAMED
    )
    found = []
    for _, _, _, b, a in ranked:
        if b not in gone_b and a not in gone_a:
            gone_b.add(b)
            gone_a.add(a)
            found.append((b, a))
    return found


def _lines(text: bytes) -> set[bytes]:
    return {line.strip() for line in text.splitlines() if len(line.strip()) > 2}  # noqa: PLR2004
