"""Selectors: which rows below a row a table means.

left                 children in the field `left`
.block               children of the kind `block` (a rule or a token)
*                    named children, comments left out
*!name!.type         named children, but not those in the field `name` or of the kind `type`
*+"_"                named children, and tokens of that text between them
*[1], left[-1]       the first of them, the last of them; *[2:] all from the second on
body/*               children of children
^class_body          the nearest ancestor of that kind
<.decorator          siblings of that kind directly before the row; `<<` the nearest first;
`<<<` also those with others between
*~name               those that lack a child in the field `name`
..                   the parent
declarator+          from a child in the field to the innermost one below it in that field
name|self            what the first alternative gives that gives any
self                 the row
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tracer.model.patterns import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Callable

    from tracer.semantics.lowering.templates.templates import Condition
    from tracer.syntax.grammar import Language
    from tracer.syntax.tree import SyntaxTree

    Step = Callable[[SyntaxTree, int], list[int]]

_STEP = lazy_pattern(
    r"(\^|<{0,3})(\.\.|\*(?:\+\"[^\"]+\")?|self|\.?(?:\"[^\"]+\"|[\w#-]+\+?))"
    r"((?:!\.?(?:\"[^\"]+\"|[\w-]+))*)(~\w+)?(\[[-\d:]+\])?\Z"
)
_ANYWHERE = 3  # arrows: siblings anywhere before
_TOKEN = re.compile(r'"([^"]+)"|/|\||[^"/|]+')


class BadSelectorError(ValueError):
    """A selector that cannot be read, or that names what the grammar has not."""


class Selector:
    """A compiled selector."""

    __slots__ = ("_alternatives", "_field", "_step", "text")

    def __init__(self, text: str, language: Language) -> None:
        self.text = text
        self._alternatives = [
            [_step(step, language) for step in path] for path in _paths(text) if text
        ]
        self._field = language.field_ids.get(text, 0)  # a plain field, which most selectors are
        is_one = len(self._alternatives) == 1 and len(self._alternatives[0]) == 1
        self._step = self._alternatives[0][0] if is_one else None

    def all(self, tree: SyntaxTree, row: int) -> list[int]:
        """Rows that are meant, in order."""
        if self._step is not None:
            return self._step(tree, row)
        for path in self._alternatives:
            rows = path[0](tree, row)
            for step in path[1:]:
                rows = [found for each in rows for found in step(tree, each)]
            if rows:
                return rows
        return []

    def first(self, tree: SyntaxTree, row: int) -> int:
        """The first row that is meant, or -1."""
        wanted = self._field
        if wanted:
            field, stop = tree.field, tree.stop
            child, last = row + 1, stop[row]
            while child < last:
                if field[child] == wanted and tree.kind[child] not in tree.language.comment_kinds:
                    return child
                child = stop[child]
            return -1
        rows = self.all(tree, row)
        return rows[0] if rows else -1


class Union(Selector):
    """The rows of several selectors, one after another."""

    __slots__ = ("_selectors",)

    def __init__(self, selectors: list[Selector]) -> None:
        self.text = " + ".join(s.text for s in selectors)
        self._selectors = selectors
        self._field = 0
        self._step = None

    def all(self, tree: SyntaxTree, row: int) -> list[int]:
        """Rows of all, in the order of the selectors."""
        return [found for s in self._selectors for found in s.all(tree, row)]


def named_children(tree: SyntaxTree, row: int) -> list[int]:
    """Named children that are no comments."""
    language, kind = tree.language, tree.kind
    is_named, comments = language.kind_is_named, language.comment_kinds
    return [c for c in tree.children(row) if is_named[kind[c]] and kind[c] not in comments]


def _named_and(tokens: frozenset[int]) -> Step:
    def step(tree: SyntaxTree, row: int) -> list[int]:
        named = set(named_children(tree, row))
        return [c for c in tree.children(row) if c in named or tree.kind[c] in tokens]

    return step


def kind_ids(language: Language, name: str) -> frozenset[int]:
    """Ids of a kind by name: the rule, and the token where there is one.

    Raises: BadSelectorError for a name the grammar has not.
    """
    ids = frozenset(
        language.kind_ids[name, named]
        for named in (True, False)
        if (name, named) in language.kind_ids
    )
    if not ids:
        raise BadSelectorError(f"the grammar has no kind {name!r}")
    return ids


def field_id(language: Language, name: str) -> int:
    """The id of a field. Raises: BadSelectorError for a name the grammar has not."""
    found = language.field_ids.get(name)
    if found is None:
        raise BadSelectorError(f"the grammar has no field {name!r}")
    return found


def _paths(text: str) -> list[list[str]]:
    """Alternatives, each a list of steps; quotes protect `/` and `|`."""
    paths: list[list[str]] = [[""]]
    for match in _TOKEN.finditer(text):
        piece = match.group()
        if piece == "|":
            paths.append([""])
        elif piece == "/":
            paths[-1].append("")
        else:
            paths[-1][-1] += piece
    return paths


def _step(text: str, language: Language) -> Step:
    match = _STEP.match(text.strip())
    if match is None:
        raise BadSelectorError(f"cannot read the selector step {text!r}")
    up, what, without, lacking, part = match.groups()
    if up.startswith("<"):
        kinds = kind_ids(language, what.lstrip(".").strip('"'))
        step = _before(kinds, len(up))
        return _part(step, part[1:-1]) if part else step
    if up:
        return _ancestor(kind_ids(language, what.lstrip(".").strip('"')))
    step = _plain_step(what, language)
    if without:
        step = _excluding(step, without, language)
    if lacking:
        step = _lacking(step, lacking[1:])
    return _part(step, part[1:-1]) if part else step


def _plain_step(what: str, language: Language) -> Step:
    if what == "self":
        return lambda _, row: [row]
    if what == "..":
        return lambda tree, row: [tree.parent[row]] if tree.parent[row] >= 0 else []
    if what == "*":
        return named_children
    if what.startswith("*+"):
        return _named_and(kind_ids(language, what[2:].strip('"')))
    if what.startswith("."):
        return _of_kinds(kind_ids(language, what[1:].strip('"')))
    if what.startswith('"'):
        return _of_kinds(kind_ids(language, what.strip('"')))
    if what.endswith("+"):
        return _innermost(field_id(language, what[:-1]))
    return _in_field(field_id(language, what))


def _of_kinds(kinds: frozenset[int]) -> Step:
    def step(tree: SyntaxTree, row: int) -> list[int]:
        kind = tree.kind
        return [child for child in tree.children(row) if kind[child] in kinds]

    return step


def _in_field(wanted: int) -> Step:
    def step(tree: SyntaxTree, row: int) -> list[int]:
        field, stop = tree.field, tree.stop
        comments, kind = tree.language.comment_kinds, tree.kind
        child, last = row + 1, stop[row]
        found = []
        while child < last:
            if field[child] == wanted and kind[child] not in comments:
                found.append(child)
            child = stop[child]
        return found

    return step


def _innermost(wanted: int) -> Step:
    def step(tree: SyntaxTree, row: int) -> list[int]:
        found = []
        for at in _in_field(wanted)(tree, row):
            inner: int = at
            while (below := inner_declarator(tree, inner, wanted)) >= 0:
                inner = below
            found.append(inner)
        return found

    return step


def inner_declarator(tree: SyntaxTree, row: int, wanted: int) -> int:
    """The row one level in: in the field, or the one thing that a row without fields wraps."""
    if tree.stop[row] == row + 1:
        return -1
    inner = _in_field(wanted)(tree, row)
    if inner:
        return inner[0]
    if any(tree.field[child] for child in tree.children(row)):
        return -1
    named = named_children(tree, row)
    is_wrapper = len(named) == 1 and tree.kind_name(row).endswith("_declarator")
    return named[0] if is_wrapper else -1


def _ancestor(kinds: frozenset[int]) -> Step:
    def step(tree: SyntaxTree, row: int) -> list[int]:
        at = tree.parent[row]
        while at >= 0 and tree.kind[at] not in kinds:
            at = tree.parent[at]
        return [at] if at >= 0 else []

    return step


def _lacking(step: Step, name: str) -> Step:
    return lambda tree, row: [r for r in step(tree, row) if tree.child_by_field(r, name) < 0]


def _before(kinds: frozenset[int], how: int) -> Step:
    """Siblings before a row; 1: those directly before, 2: the nearest first, 3: others, too."""

    def step(tree: SyntaxTree, row: int) -> list[int]:
        found: list[int] = []
        if tree.parent[row] < 0:
            return found
        for child in tree.children(tree.parent[row]):
            if child == row:
                return found[::-1] if how > 1 else found
            if tree.kind[child] in kinds:
                found.append(child)
            elif how < _ANYWHERE and tree.language.kind_is_named[tree.kind[child]]:
                found = []
        return found

    return step


def _excluding(step: Step, without: str, language: Language) -> Step:
    fields: set[int] = set()
    kinds: set[int] = set()
    for name in without[1:].split("!"):
        if name.startswith("."):
            kinds |= kind_ids(language, name[1:].strip('"'))
        else:
            fields.add(field_id(language, name))

    def excluding(tree: SyntaxTree, row: int) -> list[int]:
        kind, field = tree.kind, tree.field
        return [r for r in step(tree, row) if kind[r] not in kinds and field[r] not in fields]

    return excluding


def _part(step: Step, text: str) -> Step:
    if ":" in text:
        low, _, high = text.partition(":")
        first = int(low or 1)
        last = int(high) if high else None
        begin = first - 1 if first > 0 else first
        return lambda tree, row: step(tree, row)[begin:last]
    at = int(text)

    def one(tree: SyntaxTree, row: int) -> list[int]:
        rows = step(tree, row)
        index = at - 1 if at > 0 else len(rows) + at
        return [rows[index]] if 0 <= index < len(rows) else []

    return one


def holds(conditions: tuple[Condition, ...], tree: SyntaxTree, row: int) -> bool:
    """Whether all conditions of a rule hold at a row."""
    for condition in conditions:  # noqa: SIM110 - a generator costs more than the tests
        if not condition.test(tree, row):
            return False
    return True
