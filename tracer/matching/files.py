"""One stage: pair the files, then align each pair in place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.matching.align import VERY_LIKE, Aligner
from tracer.matching.mapping import NodeMapping, Stage
from tracer.matching.similarity import votes

if TYPE_CHECKING:
    from tracer.matching.forest import Forest

_RENAMED = 0.5  # share of lines two files must have in common, as git's -M
_COMMON = 16  # a line of more files than this tells nothing


def match_files(mapping: NodeMapping) -> NodeMapping:
    """Return `mapping` with files paired and what is equal, of one name or very alike aligned.

    Files pair by path, then by equal bytes, then by shared lines (at least half), best first.
    """
    draft = mapping.copy()
    pairs = _pair_files(draft.before, draft.after)
    draft.file_pairs = tuple(pairs)
    for file_b, file_a in pairs:
        root_b, root_a = draft.before.base[file_b], draft.after.base[file_a]
        tree_b, tree_a = draft.before.trees[file_b], draft.after.trees[file_a]
        if tree_b.language is not tree_a.language:
            continue
        if tree_b.tokens == tree_a.tokens:
            draft.pair_subtrees(root_b, root_a, Stage.IN_PLACE)
        else:
            draft.pair(root_b, root_a, Stage.ALIGNED)
            Aligner(draft, file_b, file_a, least=VERY_LIKE).align(0, 0)
    return draft


def _pair_files(before: Forest, after: Forest) -> list[tuple[int, int]]:
    found = [
        (i, after.file_of_path[path])
        for i, path in enumerate(before.paths)
        if path in after.file_of_path
    ]
    rest_b = sorted(set(range(len(before.paths))) - {b for b, _ in found})
    rest_a = sorted(set(range(len(after.paths))) - {a for _, a in found})
    by_text = {before.trees[b].text: b for b in reversed(rest_b)}
    for a in rest_a:
        b = by_text.pop(after.trees[a].text, None)
        if b is not None and after.trees[a].text:
            found.append((b, a))
    rest_b = [b for b in rest_b if b not in {b for b, _ in found}]
    rest_a = [a for a in rest_a if a not in {a for _, a in found}]
    return sorted(found + _similar_files(before, after, rest_b, rest_a))


def _similar_files(
    before: Forest, after: Forest, rest_b: list[int], rest_a: list[int]
) -> list[tuple[int, int]]:
    """Renamed and edited files: candidates share a line, counted through an inverted index."""
    files_of_line: dict[bytes, list[int]] = {}
    sizes_b = {}
    for b in rest_b:
        lines = _lines(before.trees[b].text)
        sizes_b[b] = len(lines)
        for line in lines:
            files_of_line.setdefault(line, []).append(b)
    scored = []
    for a in rest_a:
        lines = _lines(after.trees[a].text)
        for b, count in votes(lines, files_of_line, _COMMON).items():
            score = count / max(sizes_b[b], len(lines))
            if score >= _RENAMED:
                scored.append((-score, before.paths[b], after.paths[a], b, a))
    found: list[tuple[int, int]] = []
    for _, _, _, b, a in sorted(scored):
        if all(b != known_b and a != known_a for known_b, known_a in found):
            found.append((b, a))
    return found


def _lines(text: bytes) -> set[bytes]:
    return {line.strip() for line in text.splitlines() if len(line.strip()) > 2}  # noqa: PLR2004
