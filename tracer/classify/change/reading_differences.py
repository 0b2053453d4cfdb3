"""What a language or its tools read off a file besides its syntax tree.

A comment may end early, a blank line may detach a build constraint, a line number may be a value.
Table `reads` of verdicts.yaml names such texts; each entry:

- `pattern`: what is read; `needs`: a text without which the pattern cannot be found, or one of
  several; `starts`: with which all starts that the pattern finds;
- `why`: what to say when the two sides differ in what the pattern finds (its groups, or all of it);
- `lines`: the lines it is found on count as well; `indented`: how far its lines are
  indented does not, nor does what no group has a part of;
- `when`, `inside`: it counts only in files that match this pattern, or where what was found
  stands inside a node of this kind;
- `script`: it counts only in files that are no modules, by their syntax (`module_markers`);
- `function`: the word in front of what is found is a function whose text counts: what is defined,
  unless with one of the words `without` or a value of the kinds `unless`; and what is `given` (kind
  -> fields of the name and the value) if it is of `kinds`.

A file pair with such a difference has no explained edits at all.

The grammar reads more than the language does: lines that are indented too far, statements broken
without a bracket. Table `compiler` names who is asked (`reference_parsers.py`); `compiled_words`
are keywords that the grammar takes for names. Where nobody can be asked, table `refused` says what
the grammar reads though the language does not (`refused_code.py`).

Table `not_names` has `words` that the grammar may take for names (leaves of its `kinds`), and the
language never does: both versions have as many of these.

Table `only_in` has kinds that are names elsewhere (`yield` outside of generators), and the token
that the function around them has: both versions have the same of others.

Table `one_line` says where the language ends a statement at a line end, and the grammar may not:
kinds -> tokens `behind` which, or `in_front` of which, no line may end.
"""

from __future__ import annotations

import re
import string
from bisect import bisect_right
from collections import Counter
from functools import cache
from typing import TYPE_CHECKING, Any

from tracer.classify.change.reference_parsers import COMPILERS, new_statements
from tracer.classify.change.refused_code import place_of, refused, tokens_of
from tracer.classify.equality.unshared_rows import unshared
from tracer.semantics.language.tables import (
    has_kind,
    has_word,
    kind_set,
    rows_of,
    significant_children,
    tables_of,
)
from tracer.syntax.grammar import Role
from tracer.syntax.names import elements

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tracer.classify.equality.unshared_rows import Unshared
    from tracer.syntax import Language, SyntaxTree


def other_reading(before: SyntaxTree, after: SyntaxTree) -> str | None:
    """Why two versions of a file are read differently beyond their trees, or None.

    Cost: one search of both texts in C for each entry of the language.
    """
    texts = before.text, after.text
    needed, entries = _reads(before.language)
    there = {need for need in needed if need in texts[0] or need in texts[1]}
    for needs, entry in entries if there else ():
        if there.isdisjoint(needs):
            continue
        if not any(_may_have(tree, entry, needs) for tree in (before, after)):
            continue
        if list(_found(before, entry, needs)) != list(_found(after, entry, needs)):
            return str(entry["why"])
    is_same = before.tokens == after.tokens  # then what is refused is in both or in neither
    raw = tables_of(before.language).raw
    if is_same and not raw.get("one_line"):
        return None
    may_have_keywords = "not_names" in raw and not is_same and _may_have_keywords(before, after)
    asked = _asked(before.language, names=may_have_keywords)
    if not asked:
        return None
    sides = unshared(before, after, asked)
    if not is_same and (why := _refused_otherwise(*sides, may_have_keywords=may_have_keywords)):
        return why
    if _broken_lines(sides[0]) != _broken_lines(sides[1]):
        return "a line ends where the statement does"
    return None


@cache
def _reads(
    language: Language,
) -> tuple[frozenset[bytes], list[tuple[tuple[bytes, ...], dict[str, Any]]]]:
    """The texts that entries of `reads` need, and each entry behind those of which it needs one."""
    found = []
    for entry in tables_of(language).raw.get("reads") or ():
        needs = entry["needs"]
        texts = [needs] if isinstance(needs, str) else needs
        found.append((tuple(text.encode() for text in texts), entry))
    return frozenset(need for needs, _ in found for need in needs), found


def _refused_otherwise(before: Unshared, after: Unshared, *, may_have_keywords: bool) -> str | None:
    """Why two versions may be read otherwise, by how often each has what the table describes."""
    raw = tables_of(before.tree.language).raw
    if refused(before) != refused(after):
        return "the grammar reads what the language does not"
    if may_have_keywords and _keywords(before, after, raw["not_names"]):
        return "a word of the language is taken for a name"
    only = raw.get("only_in") or {}
    if only and _elsewhere(before, only) != _elsewhere(after, only):
        return "a name is taken for a word of the language"
    return None


def _elsewhere(part: Unshared, table: dict[str, str]) -> list[tuple[list[str], int]]:
    """Where what is not shared has kinds of `only_in` outside of the functions they belong to."""
    tree, tables = part.tree, tables_of(part.tree.language)
    found = []
    for kind, token in table.items():
        for row in part.rows(kind_set(tree.language, (kind,))):
            at = tree.parent[row]
            while at > 0 and tables.scopes.get(tree.kind_name(at)) != "function":
                at = tree.parent[at]
            is_top = at <= 0 and has_kind(tree, tables.module_markers)
            if not is_top and not has_word(tree, max(at, 0), frozenset((token,))):
                found.append(place_of(tree, row))
    return sorted(found)


def _keywords(before: Unshared, after: Unshared, table: dict[str, list[str]]) -> bool:
    """Whether there are more names, or fewer, that are words of the language.

    Cost: a look at the names in what is not shared.
    """
    language = before.tree.language
    kinds, words = kind_set(language, table["kinds"]), _words(language)
    read_right = kind_set(language, table.get("not_in") or ())
    counts = [
        Counter(
            text
            for row in part.rows(kinds)
            if (text := part.tree.slice(row)) in words
            and part.tree.kind[part.tree.parent[row]] not in read_right
        )
        for part in (before, after)
    ]
    return any(
        before.tree.text.count(word) != after.tree.text.count(word)
        for word in counts[0].keys() | counts[1].keys()
        if counts[0][word] != counts[1][word]
    )


def _may_have_keywords(*trees: SyntaxTree) -> bool:
    """Whether one of two trees of a language may have a name that is a word of the language.

    Cost: a search in C for each such name that some file had so far.
    """
    language = trees[0].language
    return any(
        language.may_have(tree.tokens, kind, _words(language))
        for kind in kind_set(language, tables_of(language).raw["not_names"]["kinds"])
        for tree in trees
    )


@cache
def _words(language: Language) -> frozenset[bytes]:
    """The words of a language that the grammar may take for names."""
    return frozenset(word.encode() for word in tables_of(language).raw["not_names"]["words"])


@cache
def _asked(language: Language, *, names: bool) -> frozenset[int]:
    """The kinds whose rows are looked at in what two versions do not share, with `names` or not."""
    raw = tables_of(language).raw
    kinds = {kind for ends in (raw.get("one_line") or {}).values() for kind in ends}
    for entry in raw.get("refused") or ():
        kinds.update(entry["kinds"] if entry.get("spine") else entry.get("children") or ())
    kinds.update(raw["not_names"]["kinds"] if names else ())
    kinds.update(raw.get("only_in") or ())
    tokens = (tokens_of(language, entry) for entry in raw.get("refused") or ())
    return kind_set(language, sorted(kinds)).union(*tokens)


@cache
def _line_ends(language: Language) -> dict[int, list[tuple[int, frozenset[str]]]]:
    """What `one_line` says of a kind: the steps to the neighbour asked about, and the tokens."""
    found: dict[int, list[tuple[int, frozenset[str]]]] = {}
    for side, kinds in (tables_of(language).raw.get("one_line") or {}).items():
        for name, tokens in kinds.items():
            for kind in kind_set(language, (name,)):
                ends = found.setdefault(kind, [])
                ends.append((1 if side == "behind" else -1, frozenset(tokens)))
    return found


def _broken_lines(part: Unshared) -> int:
    """How many line ends there are where the table has none. Cost: a look at the kinds it names."""
    found = 0
    tree = part.tree
    ends = _line_ends(tree.language)
    for row in part.rows_or_around(ends.keys()):
        if tree.text.find(b"\n", tree.start[row], tree.end[row]) < 0:
            continue
        kids = significant_children(tree, row)
        for step, tokens in ends[tree.kind[row]]:
            for place, kid in enumerate(kids):
                other = kids[place + step] if 0 <= place + step < len(kids) else kid
                if other == kid or tree.kind_name(kid) not in tokens:
                    continue
                start, end = sorted((kid, other))
                is_broken = b"\n" in tree.text[tree.end[start] : tree.start[end]]
                found += is_broken and not (other == kids[-1] and _is_empty_one(tree, other))
    return found


def _is_empty_one(tree: SyntaxTree, row: int) -> bool:
    """Whether a row is the sign that ends a statement, and may as well be an empty one behind it.

    It may where statements follow each other; not before `else`.
    """
    if tree.slice(row) != b";":
        return False
    roles, kind = tree.language.roles, tree.kind
    row = tree.parent[row]
    while row > 0 and not roles[kind[tree.parent[row]]] & Role.BLOCK:
        row, last = tree.parent[row], row
        if significant_children(tree, row)[-1] != last:
            return False
    return True


def no_longer_compiles(before: SyntaxTree, after: SyntaxTree) -> bool:
    """Whether a file compiled before, and does not now; False where nobody can be asked.

    Cost: a compiler's parser on the statements that are new, of broken code on both texts; where
    words changed and nothing else, a look at the texts.
    """
    raw = tables_of(after.language).raw
    compiler = COMPILERS.get(str(raw.get("compiler")))
    if compiler is None:
        return False
    texts = before.text, after.text
    words = [word.encode() for word in raw.get("compiled_words") or ()]
    if (
        all(texts[0].count(word) == texts[1].count(word) for word in words)
        and texts[0].translate(None, _WORD) == texts[1].translate(None, _WORD)
        and _count_words(texts[0]) == _count_words(texts[1])
    ):
        return False  # each word gave way to another; where one went, nothing may be left
    part = new_statements(before, after)
    if part is not None and compiler(part):
        return False
    return not compiler(after.text) and compiler(before.text)


_INDENT = re.compile(rb"^[ \t]+", re.MULTILINE)
_IN_NAME = string.ascii_letters.encode() + string.digits.encode() + b"_$"
_WORD = bytes(code for code in range(128) if chr(code).isalnum() or chr(code) == "_")
_IS_WORD = bytes(b"-a"[code in _WORD] for code in range(256))


def _count_words(text: bytes) -> int:
    """How many words (`[0-9A-Za-z_]+`) a text has: each begins behind what is no letter of one."""
    letters = text.translate(_IS_WORD)
    return letters.count(b"-a") + letters.startswith(b"a")


def _may_have(tree: SyntaxTree, entry: dict[str, Any], needs: tuple[bytes, ...]) -> bool:
    return any(text in tree.text for text in needs) and not (
        entry.get("script") and has_kind(tree, tables_of(tree.language).module_markers)
    )


def _found(
    tree: SyntaxTree, entry: dict[str, Any], needs: tuple[bytes, ...]
) -> Iterator[tuple[object, ...]]:
    """What the pattern finds in one version, ready to be compared."""
    is_counted = "when" not in entry or _search(entry["when"], tree.text)
    pattern = re.compile(entry["pattern"].encode(), re.MULTILINE | re.DOTALL)
    starts = needs if entry.get("starts") else ()
    matches = _matches(pattern, tree.text, starts) if starts else pattern.finditer(tree.text)
    if "function" in entry:
        heads = (tree.text[: match.start()].rstrip() for match in matches)
        words = {head[len(head.rstrip(_IN_NAME)) :].decode("utf-8", "replace") for head in heads}
        yield from _functions(tree, words - {""}, entry["function"])
        return
    for match in matches:
        kind = entry.get("inside")
        if not is_counted and not (kind and _is_inside(tree, match.start(), kind)):
            continue
        what = match.groups() or (match.group(),)
        if entry.get("indented"):
            what = tuple(_INDENT.sub(b"", part or b"") for part in what)
            if not any(what):
                continue
        yield (*what, tree.line_of(match.start())) if entry.get("lines") else what


def _matches(
    pattern: re.Pattern[bytes], text: bytes, starts: Iterable[bytes]
) -> Iterator[re.Match[bytes]]:
    """What a pattern finds where one of some texts stands, from left to right."""
    places: list[int] = []
    for start in starts:
        at = text.find(start)
        while at >= 0:
            places.append(at)
            at = text.find(start, at + 1)
    last = 0
    for at in sorted(places):
        match = pattern.match(text, at) if at >= last else None
        if match is not None:
            last = match.end()
            yield match


def _search(pattern: str, text: bytes) -> bool:
    return re.search(pattern.encode(), text, re.MULTILINE | re.DOTALL) is not None


def _is_inside(tree: SyntaxTree, offset: int, kind: str) -> bool:
    row = bisect_right(tree.start, offset) - 1
    while row >= 0:
        if tree.kind_name(row) == kind and tree.start[row] <= offset < tree.end[row]:
            return True
        row = tree.parent[row]
    return False


def _functions(
    tree: SyntaxTree, named: set[str], table: dict[str, Any]
) -> Iterator[tuple[object, ...]]:
    """The texts of what may be functions of some names."""
    if not named:
        return
    without, unless = frozenset(table["without"]), kind_set(tree.language, table["unless"])
    for element in elements(tree):
        name, value = element.name.rpartition(".")[2], tree.child_by_field(element.row, "value")
        is_made = value >= 0 and tree.kind[value] in unless
        if name in named and not is_made and not has_word(tree, element.row, without):
            yield (name, tree.slice(element.row))
    functions = kind_set(tree.language, table["kinds"])
    for kind, (target, field) in table["given"].items():
        for row in rows_of(tree, (kind,)):
            if tree.kind[tree.child_by_field(row, field)] not in functions:
                continue
            text = tree.slice(tree.child_by_field(row, target)).decode("utf-8", "replace")
            if (name := text.rpartition(".")[2].strip("\"'")) in named:
                yield (name, tree.slice(row))
