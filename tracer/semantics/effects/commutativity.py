"""Whether two neighbours in a list of statements or members may change places.

Table `order` of verdicts.yaml:

- `containers`: the lists it speaks about; `plain_holder`: positions that must be empty in what
  holds such a list;
- `free` kinds commute with everything that binds another name (`may_share_names`: with
  everything), unless called one of `fixed_names` or holding one of the `unless_inside` kinds;
- two with `marks` (kinds in front of their name or body), `except` some names, do not commute;
- of the `free` definitions at the top of a file the first is run, if it has a member with the
  name `first_run`;
- `pinned` kinds, and bare literals (directives, docstrings), commute with nothing;
- `apart` kinds, without the `unless_inside` kinds (in another declaration of theirs neither),
  commute when neither mentions the other's name, and no macro makes one: a `defined_by` kind that
  has a part `with` parameters, and a type unless its name is more than a `plain` one;
- `imports` kinds, without the kinds listed with them, commute with one another, as importing
  runs nothing there; `plain_marks`: attributes that may stand before them, which neither run code
  nor make definitions;
- `told` kinds in a class do not commute when both have a type (field `listed`), which the class
  lists, or a value (field `value`) with a name in it, which may be told where it is;
- `looked_at`: fields in which an object is asked for something;
- `inert` kinds (`statement_effects.py`) commute when neither reads or binds what the other binds.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from typing import TYPE_CHECKING, Any

from tracer.model.named_tuple import NamedTuple
from tracer.model.patterns import lazy_pattern
from tracer.semantics.effects.statement_effects import facts_of
from tracer.semantics.language.tables import named_children, significant_children
from tracer.semantics.names.occurrences import Use
from tracer.syntax.grammar import Role
from tracer.syntax.names import defined_name, unwrapped

if TYPE_CHECKING:
    from collections.abc import Callable

    from tracer.semantics.names.occurrences import Names
    from tracer.syntax import SyntaxTree


def why_not_commute(  # noqa: PLR0911 - one guard a line
    names: Names, one: int, other: int, *, with_marks: bool = False
) -> str | None:
    """Why the order of two siblings matters (or may), or None when it does not.

    `with_marks`: the attributes before each of them go where it goes.
    """
    table = names.tables.raw.get("order") or {}
    both = _about(names, one), _about(names, other)
    words = [both[0].word, both[1].word]
    is_one_name = _may_be_one(words[0], words[1])
    if is_one_name and not table.get("may_share_names"):
        return f"two definitions of {words[0]}: the later one counts"
    if both[0].is_entry or both[1].is_entry:
        return "tools may run these in the order of the file"
    if both[0].is_fixed or both[1].is_fixed:
        return "the language runs one of them in the order of the file"
    if any(
        item.is_marked and not (with_marks and _is_plainly_marked(names, table, row))
        for row, item in zip((one, other), both, strict=True)
    ):
        return "an attribute stands before one of them"
    if both[0].has_mark and both[1].has_mark:
        return "what is marked so may be listed in the order of the file"
    if both[0].is_pinned or both[1].is_pinned:
        return "the place of one of them has a meaning"
    if both[0].is_free or both[1].is_free:
        return "the first may be run" if both[0].is_run or both[1].is_run else None
    if both[0].is_import and both[1].is_import:
        return None
    if all(
        item.is_apart and _is_plain(names, table, row, item.word)
        for row, item in zip((one, other), both, strict=True)
    ):
        return _mentions(names, (one, other), words)
    return _dependence(names, table, one, other)


class _About(NamedTuple):
    """What is asked of one statement, whatever it changes places with."""

    word: str | None
    is_entry: bool
    is_fixed: bool
    is_marked: bool
    has_mark: bool
    is_pinned: bool
    is_free: bool
    is_import: bool
    is_apart: bool  # of such a kind
    is_run: bool  # if it is the first definition of its file


def _about(names: Names, row: int) -> _About:
    known = names.kept(_abouts_found)
    found = known.get(row)
    if found is None:
        tree, table = names.tree, names.tables.raw.get("order") or {}
        word, kind = _name(tree, row), tree.kind_name(unwrapped(tree, row))
        found = known[row] = _About(
            word,
            word is not None and names.tables.is_entry(word),
            word in (table.get("fixed_names") or ()),
            _is_marked(names, row),
            _has_mark(names, table, row),
            _is_pinned(tree, table, row),
            kind in (table.get("free") or ()) and _is_free(tree, table, row),
            _is_plain_import(tree, table, row),
            kind in (table.get("apart") or ()),
            _is_run(tree, table, row),
        )
    return found


def _abouts_found(_: Names) -> dict[int, _About]:
    """What `_about` found, by row."""
    return {}


def _may_be_one(one: str | None, other: str | None) -> bool:
    """Whether two names, as they are spelled (`a`, `"a"`, `0x1`, `[f()]`), may be the same."""
    if one is None or other is None:
        return False
    if "[" in (one[:1], other[:1]):
        return True  # a computed name may be any
    bare = [word[1:-1] if word[:1] in ("'", '"') else word for word in (one, other)]
    is_number = all(word[:1].isdigit() or word[:1] == "." for word in bare)
    return bare[0] == bare[1] or is_number or any("\\" in word for word in bare)


class _Orders:
    """The sorts of the statements of one list, and for each sort what may not commute with it."""

    def __init__(self, rows: list[int], sorts: dict[int, str]) -> None:
        self._rows = rows
        self._sorts = sorts
        self._others: dict[str, list[int]] = {}

    def doubtful(self, row: int) -> list[int]:
        """What may not commute with a row."""
        sort = self._sorts.get(row)
        if sort is None:
            return self._rows
        others = self._others.get(sort)
        if others is None:
            known = ("free", sort) if sort != "free" else ("free", *_OTHER_SORTS)
            others = [other for other in self._rows if self._sorts.get(other) not in known]
            self._others[sort] = others
        return others


def _orders_found(_: Names) -> dict[int, _Orders]:
    """What `doubtful` found, by the list's row."""
    return {}


def _times_asked(_: Names) -> Counter[int]:
    """How often `doubtful` was asked, by the list's row."""
    return Counter()


def doubtful(names: Names, row: int, is_odd: Callable[[int], bool]) -> list[int]:
    """The siblings of a row that may not commute with it, ascending.

    `why_not_commute` has nothing against the others, unless one `is_odd`. Cost: where many
    moved in a list, all of it is looked through once, so that they are not held against each
    other two by two.
    """
    tree = names.tree
    around = tree.parent[row]
    orders = names.kept(_orders_found)
    known = orders.get(around)
    if known is None:
        asked = names.kept(_times_asked)
        asked[around] += 1
        if asked[around] <= _MANY:
            return names.children(around)
        rows = names.children(around)
        known = orders[around] = _Orders(rows, _orders(names, rows, is_odd))
    return known.doubtful(row)


def _orders(names: Names, rows: list[int], is_odd: Callable[[int], bool]) -> dict[int, str]:
    """Row -> a sort of statements, any two of which commute; the others are left out."""
    table = names.tables.raw.get("order") or {}
    items = {row: _about(names, row) for row in rows}
    words = {row: item.word for row, item in items.items()}
    times = Counter(words.values())
    told = table.get("told") or {}
    found: dict[int, str] = {}
    for row, item in items.items():
        word = item.word
        if (
            (word is not None and not _PLAIN.fullmatch(word))
            or (word is not None and (item.is_entry or times[word] > 1))
            or item.is_fixed
            or item.is_marked
            or item.is_pinned
            or item.is_run
            or _is_told(names, told, row)
            or item.has_mark
            or is_odd(row)
        ):
            continue
        if item.is_free:
            found[row] = "free"
        elif item.is_import:
            found[row] = "import"
        elif item.is_apart and _is_plain(names, table, row, word):
            if word is not None:
                found[row] = "apart"
        elif facts_of(names, table, row).is_inert:
            found[row] = "inert"
    _without_shared(names, table, found)
    _without_mentioned(names, words, found)
    return found


def _without_mentioned(names: Names, words: dict[int, str | None], found: dict[int, str]) -> None:
    """Take out statements that must be apart of which one has the name of another in its text."""
    apart = {words[row]: row for row, sort in found.items() if sort == "apart"}
    for word, row in apart.items():
        text = names.tree.slice(row).decode("utf-8", "replace")
        for other in set(_WORDS.findall(text)):
            if other != word and other in apart:
                found.pop(row, None)
                found.pop(apart[other], None)


_OTHER_SORTS = ("import", "apart", "inert")
_MANY = 2  # moved siblings, beyond which a look at all of their list costs less
_PLAIN = lazy_pattern(r"[A-Za-z_][A-Za-z0-9_]*")
_WORDS = lazy_pattern(r"\w+")


def _without_shared(names: Names, table: dict[str, Any], found: dict[int, str]) -> None:
    """Take out inert statements of which one binds what another one binds or reads."""
    facts = {row: facts_of(names, table, row) for row, sort in found.items() if sort == "inert"}
    binders = Counter(word for fact in facts.values() for word in fact.binds)
    for row, fact in facts.items():
        is_shared = any(binders[word] > 1 for word in fact.binds) or any(
            binders[word] > (word in fact.binds) for word in fact.reads
        )
        if is_shared:
            del found[row]


def _name(tree: SyntaxTree, row: int) -> str | None:
    return defined_name(tree, unwrapped(tree, row))


def _is_marked(names: Names, row: int) -> bool:
    """Whether the sibling before the row belongs to it (an attribute, a decorator)."""
    tree = names.tree
    parent = tree.parent[row]
    if parent < 0:
        return False
    siblings = names.children(parent)
    place = bisect_left(siblings, row)
    if place == 0:
        return False
    return _is_mark(names, siblings[place - 1])


def marks_of(names: Names, row: int) -> list[int]:
    """Rows of the attributes (and comments that tools read) right before a row, ascending."""
    tree = names.tree
    siblings = names.children(max(tree.parent[row], 0))
    place = last = bisect_left(siblings, row)
    while place and _is_mark(names, siblings[place - 1]):
        place -= 1
    return siblings[place:last]


def marked_by(names: Names, row: int) -> int:
    """The sibling that an attribute belongs to; the row itself, if it is no attribute."""
    siblings = names.children(max(names.tree.parent[row], 0))
    place = bisect_left(siblings, row)
    while place < len(siblings) - 1 and _is_mark(names, siblings[place]):
        place += 1
    return siblings[place] if place < len(siblings) else row


def _is_mark(names: Names, row: int) -> bool:
    tree = names.tree
    # A comment among the significant children is one that the language or its tools read.
    is_comment = tree.kind[row] in tree.language.comment_kinds
    return is_comment or tree.kind_name(row) in names.tables.marked_by


def _is_plainly_marked(names: Names, table: dict[str, Any], row: int) -> bool:
    """Whether a row is an import, and what stands before it changes nothing around it."""
    tree = names.tree
    plain = table.get("plain_marks") or ()
    is_import = _is_plain_import(tree, table, row)
    return is_import and all(_mark_name(tree, mark) in plain for mark in marks_of(names, row))


def _mark_name(tree: SyntaxTree, mark: int) -> str:
    """What an attribute is called."""
    inner = named_children(tree, mark)[:1]
    names = named_children(tree, inner[0])[:1] if inner else []
    return b"".join(tree.slice(name) for name in names).decode("utf-8", "replace")


def _has_mark(names: Names, table: dict[str, Any], row: int) -> bool:
    """Whether a definition has a mark (an annotation) that is not known to do nothing with it."""
    marks, tree = table.get("marks"), names.tree
    if marks is None:
        return False
    body = tree.child_by_field(unwrapped(tree, row), "body")
    for at in range(row, body if body >= 0 else tree.stop[row]):
        if tree.kind_name(at) in marks["kinds"]:
            name = max(tree.child_by_field(at, "name"), at)
            if (
                tree.slice(name).decode("utf-8", "replace").rpartition(".")[2]
                not in marks["except"]
            ):
                return True
    return False


def _is_pinned(tree: SyntaxTree, table: dict[str, Any], row: int) -> bool:
    """Whether a statement counts by where it stands: directives, docstrings, macros."""
    if tree.kind_name(row) in (table.get("pinned") or ()):
        return True
    roles, named = tree.language.roles, tree.language.kind_is_named
    kids = [kid for kid in significant_children(tree, row) if named[tree.kind[kid]]]
    is_alone = len(kids) == 1 and roles[tree.kind[kids[0]]] & Role.LITERAL
    return bool(roles[tree.kind[row]] & Role.LITERAL or is_alone)


def _is_free(tree: SyntaxTree, table: dict[str, Any], row: int) -> bool:
    """Whether nothing inside (outside bodies) makes the place matter."""
    ids = {
        tree.language.kind_ids.get((kind, True), -1) for kind in table.get("unless_inside") or ()
    }
    return ids.isdisjoint(tree.kind[row : tree.stop[row]])


def _is_run(tree: SyntaxTree, table: dict[str, Any], row: int) -> bool:
    """Whether a definition at the top of a file has what runs it where it is the first one."""
    wanted = table.get("first_run")
    if wanted is None or tree.parent[row] != 0:
        return False
    body = tree.child_by_field(row, "body")
    return body >= 0 and any(_name(tree, kid) == wanted for kid in tree.children(body))


def _is_plain(names: Names, table: dict[str, Any], row: int, word: str | None) -> bool:
    """Whether a definition is what it looks like, and so is every other declaration of its name."""
    tree = names.tree
    if not _is_free(tree, table, row) or _is_made_by_macro(tree, table, row):
        return False
    around = tree.parent[row]
    for found in names.occurrences(word) if word is not None else ():
        at = found.row
        if found.scope < 0 or row <= at < tree.stop[row]:
            continue
        while at > 0 and tree.parent[at] != around:
            at = tree.parent[at]
        if at > 0 and not _is_free(tree, table, at):
            return False
    return True


def _is_made_by_macro(tree: SyntaxTree, table: dict[str, Any], row: int) -> bool:
    """Whether a macro that is not seen may stand for (a part of) a definition."""
    shape = (table.get("defined_by") or {}).get(tree.kind_name(row))
    if shape is None:
        return False
    body = tree.child_by_field(row, "body")
    inside = range(row, body if body >= 0 else tree.stop[row])
    named = [at for at in inside if tree.kind_name(at) == shape["with"]]
    if not named:
        return True
    name = tree.child_by_field(named[0], "declarator")
    is_typed = tree.child_by_field(row, "type") >= 0
    return not is_typed and tree.kind_name(name) == shape["plain"]


def _is_plain_import(tree: SyntaxTree, table: dict[str, Any], row: int) -> bool:
    """Whether a statement only makes names known, one by one, running nothing."""
    never = (table.get("imports") or {}).get(tree.kind_name(row))
    if never is None:
        return False
    ids = {tree.language.kind_ids.get((kind, True), -1) for kind in never}
    return ids.isdisjoint(tree.kind[row : tree.stop[row]])


def _mentions(names: Names, rows: tuple[int, int], words: list[str | None]) -> str | None:
    for row, word in zip(rows, reversed(words), strict=True):
        if word is None or not word.isidentifier():
            return "something here has no plain name"
        if any(found.use is not Use.DATA for found in names.within(word, row)):
            return f"one of them mentions {word}"
    return None


def _dependence(names: Names, table: dict[str, Any], one: int, other: int) -> str | None:
    told = table.get("told") or {}
    if all(_is_told(names, told, row) for row in (one, other)):
        return "something may list them in their order"
    first, second = facts_of(names, table, one), facts_of(names, table, other)
    if not first.is_inert or not second.is_inert:
        return "one of them may run code when control passes it"
    shared = (first.binds & (second.binds | second.reads)) | (first.reads & second.binds)
    return f"both depend on {min(shared)}" if shared else None


def _is_told(names: Names, told: dict[str, dict[str, Any]], row: int) -> bool:
    """Whether a class tells others of a statement in it, one after the other.

    Of annotations it keeps a list; and what a variable is may want to be told its name.
    """
    tree = names.tree
    table = told.get(tree.kind_name(row))
    if table is None or names.kind_of_scope(names.whole_scope(_scope(names, row))) != "class":
        return False
    if tree.child_by_field(row, table["listed"]) >= 0:
        return True
    value = tree.child_by_field(row, table["value"])
    kinds = names.tables.names
    return any(tree.kind_name(at) in kinds for at in range(max(value, row), tree.stop[row]))


def _scope(names: Names, row: int) -> int:
    tree, scopes = names.tree, names.tables.scopes
    row = tree.parent[row]
    while row > 0 and tree.kind_name(row) not in scopes:
        row = tree.parent[row]
    return row
