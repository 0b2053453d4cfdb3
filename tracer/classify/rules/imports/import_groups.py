"""What an unbroken sequence of imports brings, and whether another one brings the same."""

from __future__ import annotations

import posixpath
from bisect import bisect_right
from collections import Counter
from typing import TYPE_CHECKING, Any

from tracer.classify.change.edits import EditKind
from tracer.classify.change.refusals import Asks, Refusal
from tracer.semantics.language.tables import (
    has_kind,
    has_word,
    named_children,
    significant_children,
)
from tracer.semantics.names.imports import Import, module_path
from tracer.semantics.names.occurrences import Names, Use
from tracer.syntax.grammar import Role
from tracer.syntax.tree import LEAF, TRIVIA

if TYPE_CHECKING:
    from collections.abc import Callable

    from tracer.classify.change.change import Context
    from tracer.semantics.names.star_imports import Brought


# What an entry takes: (module, name, local name, is it for the compiler only); the name is None of
# the module itself, and "" of one that is imported under another name.
Taken = tuple[str, str | None, str, bool]

# What may have happened to an import that stands in another place or grouping.
KINDS = (
    EditKind.MOVE, EditKind.INSERT, EditKind.DELETE, EditKind.UPDATE, EditKind.SPELLING,
    EditKind.REPLACE,
)  # fmt: skip


def why_not_same(context: Context, before: Run, after: Run) -> str | None:
    """Why two runs may not bring the same, or None when they do."""
    return _problem(before, after) or _caught(context, before, after)


def _problem(before: Run, after: Run) -> str | None:  # noqa: PLR0911 - one condition a line
    if before.names() != after.names():
        return "other names are imported"
    if before.pinned() != after.pinned():
        return "an import that is there for what it does has another place"
    if before.stars_between() != after.stars_between():
        return "a name that a star may bring is bound on its other side"
    if before.own_package() != after.own_package():
        return "modules of the package itself are imported in another order"
    if before.attributes() != after.attributes():
        return "an import says otherwise how it is read"
    if before.executed() != after.executed():
        sentence = "a module is imported for its types only, on one side"
        return Refusal.of(Asks.NAMES, sentence)
    return None


def why_twice(run: Run) -> str | None:
    """Why the order of what a run brings counts: a name is bound to two things, the later stays."""
    bound = Counter(local for local, _ in {_bound(key) for key in run.names()})
    twice = [local for local, times in bound.items() if times > 1]
    return f"two imports bind {min(twice)}: the later one counts" if twice else None


def _bound(key: Taken) -> tuple[str, object]:
    """The name that an import binds, and to what: `import a.b` and `import a` both to a."""
    module, name, local, is_erased = key
    is_whole = name is None and (module == local or module.startswith(local + "."))
    return local, (local, is_erased) if is_whole else key


def _caught(context: Context, before: Run, after: Run) -> str | None:
    """Whether it may be seen which names are bound when an import fails."""
    if not before.is_guarded or before.sequence == after.sequence:
        return None
    is_one = len({module for module, *_ in before.sequence}) == 1
    if is_one and all(_is_unseen(context, run) or _is_anew(run) for run in (before, after)):
        return None
    return "an import that fails may be caught: what was bound before it counts"


def _is_unseen(context: Context, run: Run) -> bool:
    """Whether the names of a run are used only behind it, where control is if nothing failed."""
    tree, names = run.tree, run.file
    if run.sequence != [run.key(entry) for entry in run.entries]:
        return False  # not all names are spelled out, or some were left out
    body = tree.parent[run.rows[0]]
    start, stop = tree.stop[run.rows[-1]], tree.stop[body]
    if names.has_any(names.tables.dynamic_file | names.tables.dynamic_local, 0):
        return False
    return all(
        o.use is Use.DATA
        or any(o.row in (entry.row, entry.local_row) for entry in run.entries)
        or start <= o.row < stop
        for local in {entry.local for entry in run.entries}
        for o in names.occurrences(local)
    ) and (
        not names.is_at_top(body) or context.is_closed_for(*{entry.local for entry in run.entries})
    )


def _is_anew(run: Run) -> bool:
    """Whether all names of a run are bound anew where its failing is caught.

    To literals, or by imports: where these fail as well, nothing of the file is left.

    Table `imports.caught`: the kinds of what catches (`guard`), its `clause` and what else may be
    in it (`beside`), the clause's `list`, and of an `assignment` kind, `left` and `right`.
    """
    tree, names = run.tree, run.file
    table = names.tables.imports.get("caught") or {}
    body = tree.parent[run.rows[0]]
    guard = tree.parent[body]
    is_spelled = run.sequence == [run.key(entry) for entry in run.entries]
    if not is_spelled or guard <= 0 or tree.kind_name(guard) != table.get("guard"):
        return False
    if tree.parent[guard] != 0:
        return False  # what is not caught here may be caught elsewhere, and the names looked at
    locals_ = {entry.local for entry in run.entries}
    others = [kid for kid in named_children(tree, guard) if kid != body]
    clauses = [kid for kid in others if tree.kind_name(kid) == table["clause"]]
    return (
        bool(clauses)
        and all(kid in clauses or tree.kind_name(kid) in table["beside"] for kid in others)
        and all(locals_ <= _bound_first(names, clause, table) for clause in clauses)
    )


def _bound_first(names: Names, clause: int, table: dict[str, Any]) -> set[str]:
    """The names that a clause binds to literals, or imports, before it does anything else."""
    tree = names.tree
    parts = named_children(tree, clause)
    if not parts or tree.kind_name(parts[-1]) != table["list"]:
        return set()
    rule, found = table["assignment"], set[str]()
    for row in significant_children(tree, parts[-1]):
        if tree.language.roles[tree.kind[row]] & Role.IMPORT:
            found |= {entry.local for entry in names.imports_at(row)}
            continue
        targets, value = set(), row
        while tree.kind_name(value) == rule["kind"]:
            target = tree.child_by_field(value, rule["left"])
            if not tree.flags[target] & LEAF:
                return found
            targets.add(tree.slice(target).decode("utf-8", "replace"))
            value = tree.child_by_field(value, rule["right"])
            if value < 0:
                return found
        if not tree.language.roles[tree.kind[value]] & Role.LITERAL:
            break
        found |= targets
    header = range(clause, parts[-1])
    return {word for word in found if not any(o.row in header for o in names.occurrences(word))}


def is_guarded(names: Names, row: int) -> bool:
    """Whether something goes on when an import in a list fails.

    What catches is not caught itself by what it belongs to, nor is what stands `beside` it.
    """
    tree = names.tree
    guards = (names.tables.raw.get("expansion") or {}).get("guards") or ()
    table = names.tables.imports.get("caught") or {}
    free = {table["clause"], *table["beside"]} if table else set()
    inner = row
    while row > 0:
        if tree.kind_name(row) in guards:
            is_free = tree.kind_name(row) == table.get("guard") and tree.kind_name(inner) in free
            kinds = {tree.kind_name(kid) for kid in named_children(tree, row)}
            if not is_free or not kinds <= {table["list"], *free}:
                return True
        inner, row = row, tree.parent[row]
    return False


class Run:
    """The imports of one unbroken sequence of statements."""

    def __init__(
        self,
        names: Names,
        path: str,
        rows: list[int],
        stars: Callable[[str], Brought | None],
        is_ours: Callable[[str], bool],
    ) -> None:
        self.stars = stars
        self.is_ours = is_ours  # whether the change set has a module
        self.file = names
        self.tree = names.tree
        self.path = path
        self.rows = rows
        self._keys: dict[int, Taken] = {}  # by the row that binds the name
        self._erased: dict[int, bool] = {}  # by the row of a statement, or what is in one
        self._leave([entry for row in rows for entry in names.imports_at(row)])
        table = names.tables.imports
        self.is_guarded = is_guarded(names, rows[0])
        self.quiet = frozenset(table.get("quiet") or ())
        self.package = table.get("package")
        self.erased = frozenset(table.get("erased") or ())
        self.sequence = [key for row in rows for key in self._taken(row)]

    def _leave(self, entries: list[Import]) -> None:
        """Leave these entries."""
        self._used: dict[str, bool] = {}
        self.entries = entries
        self._of_row: dict[int, list[Import]] = {}
        for entry in entries:
            self._of_row.setdefault(entry.statement, []).append(entry)

    def forget(self, names: set[Taken]) -> None:
        """Leave these out, which were accounted for."""
        if not names:
            return
        known = set(self._of_row)
        self._leave([e for e in self.entries if self.key(e) not in names])
        known.difference_update(self._of_row)
        self.rows = [row for row in self.rows if row not in known]
        self._used = {}

    def implied(self, names: set[Taken]) -> set[Taken]:
        """Those of the names that an import of a submodule brings as well."""
        if not names:
            return set()
        if any(self._star(row)[0] for row in self.rows):
            return set()  # it may bring such a name, and the later one counts
        modules = [(module, local) for module, name, local, _ in self.names() if name is None]
        return {
            key
            for key in names
            if key[1] is None
            and any(key[2] == local and m.startswith(key[0] + ".") for m, local in modules)
        }

    def names(self) -> set[Taken]:
        """What is taken: (module, name or None, local name, is it for the compiler only)."""
        return {self.key(e) for e in self.entries}

    def key(self, entry: Import) -> Taken:
        """What an entry takes."""
        found = self._keys.get(entry.local_row)
        if found is None:
            module = module_path(self.tree, entry)
            # `import a.b as a` is another thing than `import a.b`, which brings the package.
            is_alias = "." in module and entry.local_row > entry.row
            found = self._keys[entry.local_row] = (
                module,
                "" if is_alias and entry.name is None else entry.name,
                entry.local,
                self._is_erased(entry.statement) or self._is_erased(self.tree.parent[entry.row]),
            )
        return found

    def _is_erased(self, row: int) -> bool:
        """Whether a statement, or what is in one, is for the compiler only."""
        if not self.erased:
            return False
        found = self._erased.get(row)
        if found is None:
            found = self._erased[row] = has_word(self.tree, row, self.erased)
        return found

    def _taken(self, statement: int) -> list[Taken]:
        """What a statement takes, in order; its text, if it does not spell names out."""
        own = [self.key(entry) for entry in self._of_row.get(statement, ())]
        if own:
            return own
        return [(self._spelled(statement), None, "", False)]

    def attributes(self) -> list[tuple[str, str]]:
        """What imports say beside names: each module with it, sorted."""
        kinds = self.file.tables.imports.get("attributes") or ()
        if not kinds:
            return []
        return sorted(
            (entry.module, self._spelled(at))
            for entry in self.entries
            for at in range(entry.statement, self.tree.stop[entry.statement])
            if self.tree.kind_name(at) in kinds
        )

    def executed(self) -> set[str]:
        """Modules that some statement takes for more than its types."""
        return {e.module for e in self.entries if not self._is_erased(e.statement)}

    def pinned(self) -> list[tuple[str, tuple[str, ...]]]:
        """Imports that may be there for what they do, each with what stands before it."""
        found: list[tuple[str, tuple[str, ...]]] = []
        earlier: set[str] = set()
        noted: set[str] = set()  # those that do something, or whose names are read at once
        for statement in self.rows:
            if self._is_erased(statement):
                continue  # nothing of it is executed
            own = self._of_row.get(statement, [])
            modules = {e.module for e in own}
            star, brought = self._star(statement)
            if brought is not None:
                modules = {star}
            elif not own:
                modules = {self._spelled(statement)}
                found += [(module, tuple(sorted(earlier))) for module in modules]
            idle = {
                e.module
                for e in own
                if not (self._is_used(e) or self.is_quiet(e.module) or self._is_run_anyway(e))
            }
            if brought is not None and not (self.is_quiet(star) or brought.is_used_in(self.file)):
                idle.add(star)
            if not self.erased:
                idle -= earlier  # a module is executed once
            if idle:
                loud = tuple(sorted(noted - modules))
                found += [(module, loud) for module in sorted(idle)]
            earlier |= modules
            noted |= {e.module for e in own if e.name or not self.is_quiet(e.module)}
            noted |= modules if brought is not None else set()
        return found

    def around(self, called: dict[str, str]) -> list[str]:
        """Imports that may be there for what they do, and these modules, called so, in order."""
        held = {module for module, _ in self.pinned()}
        modules = (
            module
            for row in self.rows
            for module in ([e.module for e in self._of_row.get(row, ())] or [self._spelled(row)])
        )
        return list(dict.fromkeys(called.get(m, m) for m in modules if m in called or m in held))

    def _spelled(self, row: int) -> str:
        """A statement that takes no name, or a part of one, by its tokens."""
        tree = self.tree
        tokens = [
            tree.slice(at)
            for at in range(row, tree.stop[row])
            if tree.flags[at] & LEAF and not tree.flags[at] & TRIVIA
        ]
        return b" ".join(tokens).removesuffix(b" ;").decode("utf-8", "replace")

    def _is_run_anyway(self, entry: Import) -> bool:
        """Whether what an unused import executes is executed for names that are used."""
        if entry.name is None or self.erased:
            return False
        module = self.key(entry)[0]
        inner = f"{module}{'' if module.endswith('.') else '.'}{entry.name}"
        return any(
            self._is_used(other)
            and (self.key(other)[0] == inner or self.key(other)[0].startswith(f"{inner}."))
            for other in self.entries
        )

    def stars_between(self) -> list[tuple[str, tuple[str, ...], tuple[str, ...]]]:
        """Each star in order, with the names bound before and behind it that it may bring."""
        bound = [
            {entry.local for entry in self._of_row.get(statement, ())} for statement in self.rows
        ]
        stars = [self._star(statement) for statement in self.rows]
        found: list[tuple[str, tuple[str, ...], tuple[str, ...]]] = []
        for place, (star, brought) in enumerate(stars):
            if star:
                sides = set().union(*bound[:place]), set().union(*bound[place + 1 :])
                before, behind = (
                    tuple(sorted(w for w in side if brought is None or brought.may_have(w)))
                    for side in sides
                )
                found.append((star, before, behind))
        return found

    def _star(self, statement: int) -> tuple[str, Brought | None]:
        """The module that a statement takes all names of, and what it brings if that is known."""
        table = self.file.tables.imports
        part = (table.get("parts") or {}).get(self.tree.kind_name(statement))
        kinds = {self.tree.kind_name(child) for child in self.tree.children(statement)}
        if not part or table.get("star") not in kinds:
            return "", None
        at = self.tree.child_by_field(statement, part["module"])
        module = self.tree.slice(at).decode("utf-8", "replace") if at >= 0 else ""
        return module, self.stars(module) if module else None

    def is_quiet(self, module: str) -> bool:
        """Whether importing a module does nothing for others."""
        root = module.partition(".")[0]
        return bool(root) and root in self.quiet and not self.is_ours(root)

    def submodules(self) -> set[tuple[str, str, str, bool]]:
        """Modules and names taken from them, with a module below that name, and its side.

        Importing a module sets it as a member of the one it belongs to.
        """
        found = set()
        below: dict[str, list[tuple[str, int]]] = {}  # modules and places, by what holds them
        for place, (module, *_) in enumerate(self.sequence):
            for stop in range(len(module)):
                if module[stop] == ".":
                    below.setdefault(module[:stop], []).append((module, place))
            below.setdefault(module, []).append((module, place))
        for place, (module, name, *_) in enumerate(self.sequence):
            path = f"{module}{'' if module.endswith('.') else '.'}{name}"
            for inner, other in below.get(path, ()) if name else ():
                found.add((module, name or "", inner, other < place))
        return found

    def own_package(self) -> tuple[str, ...]:
        """In a package's own file, its modules in order."""
        if self.package is None or posixpath.basename(self.path) != self.package:
            return ()
        name = posixpath.basename(posixpath.dirname(self.path))
        own = (e.module for e in self.entries)
        return tuple(
            dict.fromkeys(m for m in own if m.startswith(".") or m.partition(".")[0] == name)
        )

    def _is_used(self, entry: Import) -> bool:
        found = self._used.get(entry.local)
        if found is None:
            implied = (self.file.tables.imports.get("used_by") or {}).get(entry.local) or ()
            found = has_kind(self.tree, frozenset(implied)) or any(
                not self._has(row) for row in self.file.rows(entry.local)
            )
            self._used[entry.local] = found
        return found

    def _has(self, row: int) -> bool:
        """Whether a row is in one of the statements."""
        place = bisect_right(self.rows, row) - 1
        return place >= 0 and row < self.tree.stop[self.rows[place]]
