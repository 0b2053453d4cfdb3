"""What a statement does when control passes it: what it binds and reads, and whether that is all.

Table `order` of verdicts.yaml:

- `inert` kinds do nothing more when all they evaluate on the spot is of the `evaluated` kinds
  (below a kind of `evaluated_in`, of those too; of what moves, members of modules of the library,
  those that are `imports.changing` aside; `evaluated_alone`, kinds with nothing but such literals,
  and, under `evaluated_signs`, signs between them that cannot fail; `deferred` positions run
  later; in `looked_at` fields an object is asked for something, which only literals, and kinds
  of `hashed` with nothing else in them, do not answer in a way of their own);
- `builtins`, `file_names` (beside `order`): names that the language gives every file; reading
  another one that is not bound above fails, other than in what is kept as it is written
  (`evaluated_in`) where the file asks for that (`kept_by`);
- `plain_decorators`: what only wraps a method (with a dot: what ends so), for classes that move.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.model.named_tuple import NamedTuple
from tracer.semantics.language.tables import rows_of, significant_children
from tracer.semantics.names.occurrences import Use
from tracer.syntax.grammar import Role
from tracer.syntax.names import wrapper_of
from tracer.syntax.tree import LEAF, TRIVIA

if TYPE_CHECKING:
    from tracer.semantics.names.occurrences import Names, Occurrence


class Facts(NamedTuple):
    """What one statement does when control passes it.

    `members`: those it reads off modules of the language's library.
    """

    binds: frozenset[str]
    reads: frozenset[str]
    is_inert: bool
    members: frozenset[str] = frozenset()


def _facts_found(_: Names) -> dict[tuple[int, bool], Facts]:
    """What `facts_of` found, by row and `is_class`."""
    return {}


def facts_of(names: Names, table: dict[str, Any], row: int, *, is_class: bool = False) -> Facts:
    """What a statement binds and reads on the spot, and whether that is all it does.

    `is_class`: what the making of a class does (by its bases) is asked elsewhere
    (`types/class_hierarchy.py`), and its methods may have `plain_decorators`.
    """
    facts = names.kept(_facts_found)
    known = facts.get((row, is_class))
    if known is None:
        known = facts[row, is_class] = _facts_of(names, table, row, is_class=is_class)
    return known


def _facts_of(names: Names, table: dict[str, Any], row: int, *, is_class: bool) -> Facts:
    tree = names.tree
    if tree.kind_name(row) not in (table.get("inert") or ()) or wrapper_of(tree, row) != row:
        return Facts(frozenset(), frozenset(), is_inert=False)
    walk = _Walk(names, table, is_class=is_class)
    walk.run(row)
    return Facts(
        frozenset(walk.binds), frozenset(walk.reads), walk.is_inert, frozenset(walk.members)
    )


class _Walk:
    """Visits what a statement evaluates on the spot."""

    def __init__(self, names: Names, table: dict[str, Any], *, is_class: bool = False) -> None:
        self.names = names
        self.tree = names.tree
        self.plain = frozenset((table.get("plain_decorators") or ()) if is_class else ())
        self.bases = (table.get("plain_holder") or {}) if is_class else {}
        self.evaluated = frozenset(table.get("evaluated") or ())
        self.more = table.get("evaluated_in") or {}
        self.alone = table.get("evaluated_alone") or {}
        self.signs = table.get("evaluated_signs") or {}
        self.deferred = table.get("deferred") or {}
        self.looked_at = table.get("looked_at") or {}
        self.hashed = frozenset(table.get("hashed") or ())
        raw = names.tables.raw
        self.builtins = frozenset((*(raw.get("builtins") or ()), *(raw.get("file_names") or ())))
        future = (raw.get("imports") or {}).get("future")
        asked = rows_of(names.tree, (future,)) if future else ()
        word = str(table.get("kept_by")).encode()
        self.is_kept = any(word in names.tree.slice(at) for at in asked)
        self.binds: set[str] = set()
        self.reads: set[str] = set()
        self.members: set[str] = set()
        self.is_inert = True

    def run(self, row: int) -> None:
        """Visit `row` and below; stops being inert at the first kind that is not listed."""
        holder = row
        work = [(row, self.evaluated)]
        while work:
            at, allowed = work.pop()
            kind = self.tree.kind_name(at)
            named = self.tree.language.kind_is_named[self.tree.kind[at]]
            if self.tree.flags[at] & TRIVIA:
                continue
            is_odd = self.plain and kind not in allowed
            if self._is_passed_over(at, kind) or (is_odd and self._is_of_library(at, kind)):
                continue
            if (
                named
                and kind not in allowed
                and not self._is_literal(at, kind)
                and not (self.plain and kind in (self.tree.language.raw.get("wrappers") or ()))
            ):
                self.is_inert = False
                return
            if self._is_asked(at):
                self.is_inert = False
                return
            if self.tree.flags[at] & LEAF:
                if kind in self.names.tables.names:
                    self._name(at, holder, is_kept=allowed != self.evaluated and self.is_kept)
                continue
            allowed = allowed | frozenset(self.more.get(kind) or ())
            later = self.deferred.get(kind) or ()
            work += [
                (child, allowed)
                for child in self.tree.children(at)
                if self.tree.field_name(child) not in later
            ]

    def _is_asked(self, row: int) -> bool:
        """Whether an object that a name stands for, or that can change, is asked for something."""
        tree = self.tree
        fields = self.looked_at.get(tree.kind_name(max(tree.parent[row], 0)))
        if not fields or tree.field_name(row) not in fields:
            return False
        named, roles = tree.language.kind_is_named, tree.language.roles
        work = [row]
        while work:
            at = work.pop()
            kind = tree.kind_name(at)
            if kind in self.hashed:
                work += [kid for kid in tree.children(at) if named[tree.kind[kid]]]
            elif not roles[tree.kind[at]] & Role.LITERAL:
                return True
        return False

    def _is_literal(self, row: int, kind: str) -> bool:
        """Whether a node has nothing in it but literals (`-1`, `60 * 60`)."""
        named = self.tree.language.kind_is_named
        kids = [c for c in significant_children(self.tree, row) if named[self.tree.kind[c]]]
        signs = self.signs.get(kind)
        if signs and any(
            self.tree.slice(c).decode("utf-8", "replace") not in signs
            for c in significant_children(self.tree, row)
            if not named[self.tree.kind[c]]
        ):
            return False
        return bool(kids) and all(self.tree.kind_name(c) in self.alone.get(kind, ()) for c in kids)

    def _is_passed_over(self, row: int, kind: str) -> bool:
        """Whether a node is a base of a class, or a decorator that only wraps a method."""
        parent = self.tree.kind_name(max(self.tree.parent[row], 0))
        if self.bases.get(parent) == self.tree.field_name(row) is not None:
            return True
        if not self.plain or kind not in (self.tree.language.raw.get("annotations") or ()):
            return False
        text = self.tree.slice(row).lstrip(b"@ ").decode("utf-8", "replace")
        return text in self.plain or f".{text.rpartition('.')[2]}" in self.plain

    def _is_of_library(self, row: int, kind: str) -> bool:
        """Whether a node reads a member off a module of the library that keeps its members."""
        tree, names = self.tree, self.names
        table = names.tables.imports
        member = (names.tables.raw.get("expansion") or {}).get("member") or {}
        root = tree.child_by_field(row, member["object"]) if kind == member.get("kind") else -1
        if root < 0 or not tree.flags[root] & LEAF:
            return False
        word = tree.slice(root).decode("utf-8", "replace")
        entries, found = names.imports_of(word), names.at(root, word)
        is_name = found is not None and found.use is Use.NAME and not names.is_unclear(word)
        if not entries or found is None or not is_name or names.scope_of(found, word) != 0:
            return False
        bound = {o.row for o in names.occurrences(word) if o.scope == 0}
        if not bound <= {e.local_row for e in entries}:
            return False
        known = set(table.get("quiet") or ()).difference(table.get("changing") or ())
        if any(e.name is not None or e.module not in known for e in entries):
            return False
        last = tree.slice(tree.child_by_field(row, member["name"])).decode("utf-8", "replace")
        self.members.add(last)
        self.reads.add(word)
        return True

    def _name(self, row: int, holder: int, *, is_kept: bool) -> None:
        """A name bound around the statement, or read by it; members and its own are neither."""
        word = self.tree.slice(row).decode("utf-8", "replace")
        found = self.names.at(row, word)
        if found is None or found.use is Use.UNCLEAR:
            self.is_inert = False
        elif found.use is Use.NAME:
            is_own = holder <= found.scope
            if found.scope >= 0 and not is_own:
                self.binds.add(word)
            elif not is_own:
                self.reads.add(word)
                if self.builtins and not is_kept and not self._is_there(found, word):
                    self.is_inert = False

    def _is_there(self, found: Occurrence, word: str) -> bool:
        """Whether a name that is read is one of the language, or bound somewhere above."""
        names = self.names
        scope = names.scope_of(found, word)
        if scope < 0:
            return word in self.builtins
        return any(o.scope == scope and o.row < found.row for o in names.occurrences(word))
