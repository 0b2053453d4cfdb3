"""Whether a class may get a member of some name from what it is derived from.

A new method may override one that a base class has, and calls; one that goes may uncover it. A base
is looked for in its file and in the files it is imported from, as far as the change set has them;
what is not there is somebody else's, and may have any member unless the table says which.

Table `bases` of verdicts.yaml: `at`, positions of what a class is derived from; `within`, kinds
whose children are bases; `generic`, `member`, kinds of bases whose first, or last, name counts;
`erased`, kinds that mean nothing at run time; `keywords`, kinds of further arguments, and the one
that names a base; `known`: base -> the members it has; `implicit`: members that any object may
have, or is asked for by the language; `plain`: modules of the library whose classes do nothing with
what is derived from them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.model.named_tuple import NamedTuple
from tracer.semantics.language.tables import is_at, positions, significant_children
from tracer.semantics.names.imports import has_star, target_of
from tracer.syntax.tree import LEAF

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tracer.matching import Forest
    from tracer.semantics.names.occurrences import Names
    from tracer.syntax import SyntaxTree


class Classes(NamedTuple):
    """The classes of one version of the change set."""

    forest: Forest
    names_of: Callable[[int], Names]

    def may_inherit(
        self, file: int, row: int, name: str, *, reads: bool = False, made: bool = False
    ) -> str | None:
        """Why a base of the class at (or around) a row may have a member `name`, or None.

        `reads`: the bases that the change set has, and what makes classes of them, are asked too.
        `made`: it is asked only what making the class does.
        """
        table = self.names_of(file).tables.raw.get("bases")
        if not table:
            return None
        if name in (table.get("implicit") or ()):
            return f"any object may have a {name}"
        seen: set[tuple[int, int]] = set()
        work = [(file, _definition(self.forest.trees[file], row, table))]
        while work:
            file, row = work.pop()
            if (file, row) in seen:
                continue
            seen.add((file, row))
            for at, base in _base_rows(self.forest.trees[file], row, table):
                known = (table.get("known") or {}).get(base)
                found = self._find(file, base) if base else None
                if found is not None:
                    if reads and self._names(found, name):
                        return f"{base} has a {name}"
                    work.append(found)
                elif (known is None or name in known) and not (
                    made and self._is_plain(file, at, base, table)
                ):
                    return f"{base or 'its base'} may have a {name}"
            if reads and not (table.get("known") or {}).keys() >= _makers(
                self.forest.trees[file], row, table
            ):
                return "what makes the class may look at its members"
        return None

    def above(self, file: int, row: int) -> set[tuple[int, int]]:
        """(file, row) of the classes of the change that the one at a row is derived from."""
        found: set[tuple[int, int]] = set()
        work = [(file, row)]
        while work:
            file, row = work.pop()
            table = self.names_of(file).tables.raw.get("bases")
            if not table:
                continue
            tree = self.forest.trees[file]
            bases = _bases(tree, _definition(tree, row, table), table)
            new = {at for base in bases if (at := self._find(file, base)) is not None} - found
            found |= new
            work += sorted(new)
        return found

    def _names(self, at: tuple[int, int], name: str) -> bool:
        """Whether the text of a class has a name."""
        file, row = at
        return self.names_of(file).has_any(frozenset((name,)), row) is not None

    def why_not_plain(self, file: int, row: int, *, are_made: bool = False) -> str | None:
        """Why making the class at a row may do more than bind its name, or None.

        A base may keep a list of what is derived from it, and tools may collect its children
        (which is all the same when only the making counts, `are_made`).
        """
        table = self.names_of(file).tables.raw.get("bases")
        if not table or self.forest.trees[file].kind_name(row) not in table["at"]:
            return None
        unknown = self.may_inherit(file, row, "__init_subclass__", reads=True, made=are_made)
        if unknown:
            return unknown
        collected = () if are_made else table.get("collected") or ()
        bases = [
            base
            for at in ((file, row), *sorted(self.above(file, row) if collected else ()))
            for base in _bases(self.forest.trees[at[0]], at[1], table)
        ]
        found = [base for base in bases if base in collected]
        return f"tools collect what is derived from {found[0]}" if found else None

    def _is_plain(self, file: int, row: int, base: str, table: dict[str, Any]) -> bool:
        """Whether a base, at a row, is a class of the library that does nothing with others."""
        names, paths = self.names_of(file), self.forest.file_of_path
        tree, word, entry_name = names.tree, base, base or None
        if tree.parent[row] >= 0 and tree.kind_name(tree.parent[row]) in (
            table.get("member") or ()
        ):
            owner = significant_children(tree, tree.parent[row])[0]
            if owner == row or not tree.flags[owner] & LEAF:
                return False
            word, entry_name = tree.slice(owner).decode("utf-8", "replace"), None
        entries, here = names.imports_of(word), self.forest.paths[file]
        return (
            bool(base and entries)
            and all(e.name == entry_name and e.module in table.get("plain", ()) for e in entries)
            and all(target_of(paths, here, e.module, tree.language) is None for e in entries)
            and all(o.fixed for o in names.occurrences(word) if o.scope >= 0)
            and not names.is_unclear(word)
            and not has_star(tree)
        )

    def why_another(self, file: int, row: int) -> str | None:
        """Why the class at a row may be another one than its statement makes, or None.

        A base that is not known is taken for one that makes what it is asked for; one that is
        computed, and whatever is named to make the class, are not.
        """
        table = self.names_of(file).tables.raw.get("bases")
        if not table or self.forest.trees[file].kind_name(row) not in table["at"]:
            return "how classes are made is not known"
        seen: set[tuple[int, int]] = set()
        work = [(file, row)]
        while work:
            file, row = work.pop()
            if (file, row) in seen:
                continue
            seen.add((file, row))
            tree = self.forest.trees[file]
            if not (table.get("known") or {}).keys() >= _makers(tree, row, table):
                return "what makes the class may give another one"
            for at, base in _base_rows(tree, row, table):
                if not base and not self._is_plainly_made(file, at, table):
                    return "a base is computed"
                found = self._find(file, base)
                work += [found] if found is not None else []
        return None

    def _is_plainly_made(self, file: int, row: int, table: dict[str, Any]) -> bool:
        """Whether a base is what a function of the library makes, a class like any other.

        `factories` of the table: the kind of a `call`, its field of the `function`, and `of`:
        function -> the module that it is imported from.
        """
        rule, names = table.get("factories") or {}, self.names_of(file)
        tree = names.tree
        if tree.kind_name(row) != rule.get("call"):
            return False
        word = tree.slice(tree.child_by_field(row, rule["function"])).decode("utf-8", "replace")
        entries = names.imports_of(word)
        paths, here = self.forest.file_of_path, self.forest.paths[file]
        return (
            bool(entries)
            and all((e.module, e.name) == (rule["of"].get(word), word) for e in entries)
            and all(target_of(paths, here, e.module, tree.language) is None for e in entries)
            and all(o.fixed for o in names.occurrences(word) if o.scope >= 0)
            and not names.is_unclear(word)
            and not has_star(tree)
        )

    def of_file(self, file: int) -> Inheritance:
        """What is known of the classes of one file."""
        return Inheritance(
            lambda row, base: self._is_derived(file, row, base),
            lambda row, name: self.may_inherit(file, row, name),
            lambda row, name: self.may_inherit(file, row, name, reads=True),
        )

    def _is_derived(self, file: int, row: int, base: int) -> bool:
        """Whether the class at a row is derived from another one of its file."""
        table = self.names_of(file).tables.raw.get("bases") or {}
        tree, seen, work = self.forest.trees[file], set(), [row]
        while work and table:
            at = work.pop()
            if at == base:
                return True
            if at not in seen:
                seen.add(at)
                work += [self._class_named(file, name) for name in _bases(tree, at, table) if name]
                work = [found for found in work if found >= 0]
        return False

    def _find(self, file: int, base: str) -> tuple[int, int] | None:
        """(file, row) of the class of a name, here or where it is imported from."""
        forest, tree = self.forest, self.forest.trees[file]
        row = self._class_named(file, base)
        if row >= 0:
            return file, row
        for entry in self.names_of(file).imports_of(base):
            if entry.name is None:
                continue
            path = target_of(forest.file_of_path, forest.paths[file], entry.module, tree.language)
            if path is not None:
                other = forest.file_of_path[path]
                row = self._class_named(other, entry.name)
                return (other, row) if row >= 0 else None
        return None

    def _class_named(self, file: int, name: str) -> int:
        """Row of the only definition of that name at the top of a file, or -1."""
        found = [e.row for e in self.forest.elements(file) if e.name == name]
        return found[0] if len(found) == 1 else -1


def _definition(tree: SyntaxTree, row: int, table: dict[str, Any]) -> int:
    while row > 0 and tree.kind_name(row) not in table["at"]:
        row = tree.parent[row]
    return row


def _makers(tree: SyntaxTree, row: int, table: dict[str, Any]) -> set[str]:
    """What further arguments of a class name: what it is made by."""
    at, keywords = positions(table["at"]), table.get("keywords") or ()
    lists = [child for child in significant_children(tree, row) if is_at(tree, child, at)]
    return {
        tree.slice(significant_children(tree, kid)[-1])
        .decode("utf-8", "replace")
        .rpartition(".")[2]
        for child in lists
        for kid in significant_children(tree, child)
        if tree.kind_name(kid) in keywords
    }


def _bases(tree: SyntaxTree, row: int, table: dict[str, Any]) -> Iterator[str]:
    """Names of what a class is derived from; empty ones for what has no plain name."""
    return (name for _, name in _base_rows(tree, row, table))


def bases_of(names: Names, row: int) -> list[str]:
    """Names of what the class at a row is derived from, as written; '' for what has none."""
    table, tree = names.tables.raw.get("bases"), names.tree
    if not table:
        return []
    member = table.get("member") or ()
    return [
        tree.slice(tree.parent[at]).decode("utf-8", "replace")
        if name and tree.kind_name(tree.parent[at]) in member
        else name
        for at, name in _base_rows(tree, row, table)
    ]


def _base_rows(tree: SyntaxTree, row: int, table: dict[str, Any]) -> Iterator[tuple[int, str]]:
    """The same with their rows, in the order in which they are written."""
    at = positions(table["at"])
    named, kind = tree.language.kind_is_named, tree.kind
    work = [child for child in significant_children(tree, row) if is_at(tree, child, at)][::-1]
    while work:
        node = work.pop()
        sort = tree.kind_name(node)
        kids = [c for c in significant_children(tree, node) if named[kind[c]]]
        if sort in (table.get("erased") or ()):
            continue
        if sort in table["within"]:
            work += kids[::-1]
        elif sort in (table.get("generic") or ()):
            work += kids[:1]
        elif sort in (*(table.get("member") or ()), *(table.get("keywords") or ())):
            work += kids[-1:]
        else:
            is_name = tree.flags[node] & LEAF
            yield node, tree.slice(node).decode("utf-8", "replace") if is_name else ""


class Inheritance(NamedTuple):
    """What is known of the classes of a file.

    `is_derived(class row, class row)`; `may_inherit(class row, member)`: why a base that is not
    known may have the member, or None; `may_have(class row, member)`: why any base may.
    """

    is_derived: Callable[[int, int], bool]
    may_inherit: Callable[[int, str], str | None]
    may_have: Callable[[int, str], str | None]
