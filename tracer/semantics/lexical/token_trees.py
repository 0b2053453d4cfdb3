"""Which commas in what macros are given mean nothing.

A macro is given tokens and may look at each of them. But tokens of macros that are known, and of
what a macro's definition puts in its place, are read as code in the end, and there the comma
before a closing bracket is a matter of taste. Table `token_trees` of verdicts.yaml: `kind` of the
group of tokens, `comma`, and `plain`:

- `macros`: macros of the language's library that read their arguments as code, a last comma
  included; a file that defines or imports one of these names (`named_by`; as patterns of texts that
  hold them, `named_after`) has its own;
- `shown`: those of them that print what they are given, the tokens of macros in it as they are;
- `attributes`: the same of attributes; `invocation`, `attribute`: kinds that begin with the name;
- `results`: kind -> field of what a definition puts in a macro's place;
- `macro`, the token behind a macro's name, and `marks`: tokens before a group that make it some
  other thing (what another macro is given, a repetition);
- `separators`: what stands between the rules of a definition: kind -> token;
- `call`: the bracket in which one element with a comma may be a tuple; `word`: the kind of what is
  called, `not_called`: words that such a tuple may follow.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from tracer.semantics.language.tables import (
    is_at,
    positions,
    rows_of,
    significant_children,
    tables_of,
)
from tracer.syntax.tree import LEAF, TRIVIA

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.syntax import SyntaxTree


def macro_groups(tree: SyntaxTree, row: int) -> list[int]:
    """The outermost groups of what macros are given at and below a row; of a row in one, itself.

    Cost: one pass over the rows and the ancestors.
    """
    kind = tree.language.kind_ids.get((tables_of(tree.language).token_trees.get("kind", ""), True))
    if kind is None:
        return []
    ids = tree.language.kind_ids
    kinds = {kind, ids.get((tables_of(tree.language).token_trees.get("pattern", ""), True))}
    at = row
    while at > 0:
        at = tree.parent[at]
        if tree.kind[at] in kinds:
            return [row]
    found, at, last = [], row, tree.stop[row]
    while at < last:
        if tree.kind[at] == kind:
            found.append(at)
            at = tree.stop[at]
        else:
            at += 1
    return found


def macro_tokens(tree: SyntaxTree, group: int) -> Iterator[bytes]:
    """The tokens of a group, commas aside that mean nothing."""
    for at in range(group, tree.stop[group]):
        if tree.flags[at] & (LEAF | TRIVIA) == LEAF and not is_plain_comma(tree, at):
            yield tree.slice(at)


def is_plain_comma(tree: SyntaxTree, row: int) -> bool:
    """Whether a row is a comma before a closing bracket that says nothing."""
    table = tables_of(tree.language).token_trees
    plain = table.get("plain")
    group = tree.parent[row]
    if not plain or tree.slice(row) != b"," or tree.kind_name(group) != table["kind"]:
        return False
    kids = significant_children(tree, group)
    if row != kids[-2] or len(kids) < 4 or tree.slice(kids[-3]) == b",":  # noqa: PLR2004
        return False
    return _is_list(tree, group, kids, table) and _is_code(tree, group, table)


def is_separator(tree: SyntaxTree, row: int) -> bool:
    """Whether a row is what stands between the rules of a definition, or behind the last."""
    plain = tables_of(tree.language).token_trees.get("plain") or {}
    between = (plain.get("separators") or {}).get(tree.kind_name(max(tree.parent[row], 0)))
    return between is not None and tree.slice(row) == between.encode()


def _is_list(tree: SyntaxTree, group: int, kids: list[int], table: dict[str, Any]) -> bool:
    """Whether one more comma makes no other thing of a group: no tuple of what was in brackets."""
    plain = table["plain"]
    if tree.kind_name(tree.parent[group]) != table["kind"]:
        return tree.kind_name(tree.parent[group]) not in plain["results"]
    commas = sum(tree.slice(kid) == b"," for kid in kids)
    if tree.slice(kids[0]) != plain["call"].encode() or commas > 1:
        return True
    before = _before(tree, group)[:1]
    return bool(before) and tree.kind_name(before[0]) == plain["word"] and (
        tree.slice(before[0]).decode("utf-8", "replace") not in plain["not_called"]
    )  # fmt: skip


def _is_code(tree: SyntaxTree, group: int, table: dict[str, Any]) -> bool:
    """Whether a group is read as code: every macro and attribute around it is known to do so."""
    plain = table["plain"]
    is_given_on = False
    while group > 0:
        holder = tree.parent[group]
        kind = tree.kind_name(holder)
        if kind in plain["results"]:
            return tree.field_name(group) == str(plain["results"][kind])
        for words, sort in (("macros", "invocation"), ("attributes", "attribute")):
            if kind in plain[sort]:
                name = significant_children(tree, holder)[0]
                is_shown = is_given_on and tree.slice(name).decode() in plain["shown"]
                return not is_shown and is_known_macro(tree, name, plain[words])
        if not _is_plain_place(tree, group, plain):
            return False
        is_given_on = is_given_on or [tree.slice(row) for row in _before(tree, group)[:1]] == [
            plain["macro"].encode()
        ]
        while holder > 0 and tree.kind_name(holder) != table["kind"]:
            holder = tree.parent[holder]  # a repetition
        group = holder
    return False


def _is_plain_place(tree: SyntaxTree, group: int, plain: dict[str, Any]) -> bool:
    """Whether what stands before a group does not give it to a macro, or makes it another thing."""
    before = [tree.slice(row).decode("utf-8", "replace") for row in _before(tree, group)]
    if before and before[0] in plain["marks"]:
        is_macro = before[0] == plain["macro"] and len(before) > 1
        return is_macro and is_known_macro(tree, _before(tree, group)[1], plain["macros"])
    return len(before) < 2 or before[1] != plain["macro"]  # noqa: PLR2004 - `macro_rules! name {}`


def _before(tree: SyntaxTree, group: int) -> list[int]:
    """The two rows that stand before a group in its list, the nearer first."""
    kids = significant_children(tree, tree.parent[group])
    place = kids.index(group)
    return kids[max(0, place - 2) : place][::-1]


def own_macros(tree: SyntaxTree) -> frozenset[str]:
    """Names that may be macros of the file's own: it defines or imports them. Kept for a text."""
    table = tables_of(tree.language).token_trees.get("plain") or {}
    return _words_after(bytes(tree.text), tuple(table.get("named_after") or ()))


@lru_cache(maxsize=256)
def _words_after(text: bytes, patterns: tuple[str, ...]) -> frozenset[str]:
    found = (match.group() for p in patterns for match in re.finditer(p.encode(), text))
    return frozenset(word.decode() for part in found for word in _WORD.findall(part))


_WORD = re.compile(rb"[A-Za-z_]\w*")


def is_known_macro(tree: SyntaxTree, name: int, known: list[str]) -> bool:
    """Whether a row's name is one of the library's, and the file has no other of that name."""
    word = tree.slice(name)
    if word.decode("utf-8", "replace") not in known:
        return False
    places = positions(tables_of(tree.language).token_trees["plain"]["named_by"])
    return not any(
        tree.slice(at) == word
        for row in rows_of(tree, places)
        for child in tree.children(row)
        if is_at(tree, child, places)
        for at in range(child, tree.stop[child])
        if tree.flags[at] & LEAF
    )
