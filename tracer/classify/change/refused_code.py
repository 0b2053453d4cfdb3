"""Code that the grammar reads and the language does not, or reads otherwise.

Table `refused` of verdicts.yaml says what that is, unless there are brackets; each entry:

- `needs`: a text without which there is nothing of the sort;
- `kinds` with one of the tokens `with` (all, if it is missing), and in one of their `fields` (or
  anywhere) one of the `children`, with one of the tokens `child_with`, without those of
  `child_without`, or followed by the token `before`; or instead of `children`, whose child begins
  with a node of one of the kinds `spine`; or one of the `tokens`, right behind the token `behind`.
  Both versions have to have the same of it: as many, each in the same kinds of expressions up to a
  bracket, with as much in the outermost of them.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from tracer.model.named_tuple import NamedTuple
from tracer.semantics.language.tables import (
    has_word,
    kind_set,
    significant_children,
    tables_of,
)
from tracer.syntax.grammar import Role
from tracer.syntax.tree import TRIVIA

if TYPE_CHECKING:
    from tracer.classify.equality.unshared_rows import Unshared
    from tracer.syntax import Language, SyntaxTree


def tokens_of(language: Language, entry: dict[str, Any]) -> frozenset[int]:
    """The ids of the `tokens` of an entry of `refused`."""
    ids = language.kind_ids
    return frozenset(
        ids[key] for token in entry.get("tokens") or () if (key := (token, False)) in ids
    )


class _Refusal(NamedTuple):
    """An entry of `refused`, its names looked up."""

    needs: bytes
    spine: frozenset[int]
    fields: frozenset[str]  # none: in any
    words: frozenset[str]
    inner: frozenset[str]
    without: frozenset[str]
    before: str | None
    behind: str | None


class _Refusals(NamedTuple):
    """The entries of `refused`, and the numbers of those that are about some rows.

    Of `children` in `around` by both their `kinds`, of what a spine may begin by its `parents`.
    """

    entries: list[_Refusal]
    children: frozenset[int]
    around: frozenset[int]
    kinds: dict[tuple[int, int], list[int]]
    parents: dict[int, list[int]]


@cache
def _refusals(language: Language) -> _Refusals:
    found = _Refusals([], frozenset(), frozenset(), {}, {})
    for entry in tables_of(language).raw.get("refused") or ():
        number, around = len(found.entries), kind_set(language, entry["kinds"])
        fields, words, inner, without = (
            frozenset(entry.get(key) or ())
            for key in ("fields", "with", "child_with", "child_without")
        )
        spine = kind_set(language, entry.get("spine") or ())
        needs, beside = entry["needs"].encode(), (entry.get("before"), entry.get("behind"))
        found.entries.append(_Refusal(needs, spine, fields, words, inner, without, *beside))
        for kind in around:
            if entry.get("spine"):
                found.parents.setdefault(kind, []).append(number)
                continue
            children = kind_set(language, entry.get("children") or ())
            for child in children | tokens_of(language, entry):
                found.kinds.setdefault((child, kind), []).append(number)
    children, parents = (frozenset(pair[at] for pair in found.kinds) for at in (0, 1))
    return found._replace(children=children, around=parents)


def refused(part: Unshared) -> dict[int, list[tuple[list[str], int]]]:
    """Where what is not shared has what entries of `refused` describe, by entry, sorted.

    The kinds around each up to a bracket, and how many rows the outermost has: what the grammar
    puts in another place than the language must not be touched. Cost: a look at the rows of the
    kinds of children, and below those around what has a spine.
    """
    tree, known = part.tree, _refusals(part.tree.language)
    rows: dict[int, list[int]] = {}
    for kinds, below in part.pairs(known.children, known.around).items():
        for number in known.kinds.get(kinds, ()):
            rows[number] = rows.get(number, []) + below
    for row in part.below(known.parents.keys()):
        for number in known.parents[tree.kind[tree.parent[row]]]:
            rows.setdefault(number, []).append(row)
    found = {}
    for number, below in rows.items():
        entry = known.entries[number]
        if entry.needs in tree.text:
            places = [
                place_of(tree, tree.parent[at]) for at in below if _is_refused(tree, at, entry)
            ]
            if places:
                found[number] = sorted(places)
    return found


def _is_refused(tree: SyntaxTree, row: int, entry: _Refusal) -> bool:
    """Whether a row of one of the kinds is what an entry describes."""
    return (
        (not entry.fields or (tree.field_name(row) or "") in entry.fields)
        and (not entry.spine or _begins_with(tree, row, entry.spine))
        and (not entry.words or has_word(tree, tree.parent[row], entry.words))
        and (not entry.inner or has_word(tree, row, entry.inner))
        and (not entry.without or not has_word(tree, row, entry.without))
        and _is_followed(tree, row, entry.before)
        and (entry.behind is None or tree.slice(row - 1) == entry.behind.encode())
    )


def place_of(tree: SyntaxTree, row: int) -> tuple[list[str], int]:
    """The kinds around a row up to a bracket, and how many rows the outermost has."""
    roles, kind = tree.language.roles, tree.kind
    inner = Role.STATEMENT | Role.BLOCK | Role.DEFINITION
    names: list[str] = []
    top = row
    while row > 0 and not roles[kind[row]] & inner and not _is_bracket(tree, row):
        names.append(tree.kind_name(row))
        top, row = row, tree.parent[row]
    return names, tree.rank[tree.stop[top]] - tree.rank[top]


def _is_bracket(tree: SyntaxTree, row: int) -> bool:
    """Whether a node begins and ends with a bracket."""
    kids = significant_children(tree, row)
    return len(kids) > 1 and (
        tree.slice(kids[0]) in (b"(", b"[", b"{") and tree.slice(kids[-1]) in (b")", b"]", b"}")
    )


def _begins_with(tree: SyntaxTree, row: int, kinds: frozenset[int]) -> bool:
    """Whether a row is, or its first part is, of one of the kinds."""
    kind, flags, stop = tree.kind, tree.flags, tree.stop
    while kind[row] not in kinds:
        row, last = row + 1, stop[row]
        while row < last and flags[row] & TRIVIA:
            row = stop[row]
        if row == last:
            return False
    return True


def _is_followed(tree: SyntaxTree, row: int, token: str | None) -> bool:
    """Whether a token stands behind a row, comments aside; also where none is asked for."""
    if token is None:
        return True
    behind = [at for at in significant_children(tree, tree.parent[row]) if at > row]
    return bool(behind) and tree.slice(behind[0]) == token.encode()
