"""The declared type of an expression, where it can be read off the file.

Only for languages whose table has `types`: elsewhere a declared type changes nothing at run time.
Where a value passes through a declaration of another type it may be converted, and calls with it
may choose another overload.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, Any

from tracer.semantics.language.tables import has_word, is_at, positions, significant_children
from tracer.semantics.names.occurrences import Names, Use
from tracer.syntax.names import defined_name

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tracer.syntax import SyntaxTree


_WORDS = re.compile(r"\w+")
_DEEPEST = 100  # what stands deeper is taken to be adapted
_ASKED = "?"  # the type that is asked for where a call stands


class StaticTypes:
    """Types of one file's expressions, as written, without white space; None for unknown."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.tree: SyntaxTree = names.tree
        self.table: dict[str, Any] = names.tables.raw.get("types") or {}
        self.conditions = {
            kind: frozenset(words) for kind, words in (self.table.get("conditions") or {}).items()
        }
        adapts = self.table.get("adapts") or {}
        self._adapting = frozenset(adapts.get("types") or ())
        self._constant = frozenset(adapts.get("constant") or ())
        self._through = frozenset(adapts.get("through") or ())
        self._adapts_at = positions(adapts.get("at"))

    @property
    def matters(self) -> bool:
        """Whether declared types have a say at run time."""
        return bool(self.table)

    def is_safe(self, declared: str | None, row: int) -> bool:
        """Whether the expression at `row` has the declared type already, so nothing converts."""
        if declared is None:
            return False
        if declared in self.table["inferred"]:
            return True
        is_null = self.tree.kind_name(row) in self.table["null"]
        known = self.of(row)
        if declared in self.table["final"]:
            return not is_null and known in (None, declared)
        return declared == known

    def may_be_boxed(self, declared: str | None, row: int, uses: Iterable[int]) -> bool:
        """Whether a value of no known type may be, where it is used, not what it was declared.

        A box that is unboxed on the way, or something whose type depends on where it stands.
        """
        if self.of(row) not in (None, _ASKED):
            return False
        is_called = any(self._is_inferred_call(at) for at in self._results(row))
        if declared in self.table["inferred"] or (declared in self.table["final"] and is_called):
            lists = self.table.get("passed_in") or ()
            if any(self.tree.kind_name(self.tree.parent[use]) in lists for use in uses):
                return True
        if declared not in (self.table.get("unboxed") or ()):
            return False
        return not all(self._is_unboxed(use) for use in uses)

    def _is_inferred_call(self, row: int) -> bool:
        """Whether what a call gives may be what is asked for where it stands."""
        tree, call = self.tree, self.table["calls"]
        if tree.kind_name(row) != call["kind"]:
            return False
        return not any(tree.kind_name(kid) == call["typed"] for kid in tree.children(row))

    def _results(self, row: int) -> list[int]:
        """What an expression gives: itself, or what stands in its brackets and branches."""
        tree, work, found = self.tree, [row], []
        while work:
            at = work.pop()
            kind = tree.kind_name(at)
            fields = (self.table.get("branches") or {}).get(kind)
            if kind in self.table["parentheses"]:
                work.append(significant_children(tree, at)[1])
            elif fields:
                work += [tree.child_by_field(at, field) for field in fields]
            else:
                found.append(at)
        return found

    def _is_unboxed(self, row: int) -> bool:
        """Whether a condition is asked for where a row stands, so that a box is opened there."""
        tree, places = self.tree, self.table.get("unboxed_in") or {}
        at = tree.parent[row]
        while tree.kind_name(at) in self.table["parentheses"]:
            at = tree.parent[at]
        words = places.get(tree.kind_name(at))
        return words is not None and (not words or has_word(tree, at, frozenset(words)))

    def is_adapted(self, row: int, known: str | None) -> bool:
        """Whether a value of a known type would be of another one, put at `row` as it is there.

        A constant takes the type of what stands beside it (`c ? 'a' : 0` is a character), or the
        one that is asked of a function's result; a variable or a call does not.
        """
        if known is not None and known not in self._adapting:
            return False
        return self._is_adapted_at(row) and self._may_be_constant(row)

    def _is_adapted_at(self, row: int) -> bool:
        """Whether a constant that stands at a row, or is part of one, takes another's type."""
        tree, places = self.tree, (self.table.get("adapts") or {}).get("in_function") or {}
        for _ in range(_DEEPEST):
            parent = tree.parent[row]
            if parent < 0:
                return False
            kind = tree.kind_name(parent)
            if is_at(tree, row, self._adapts_at):
                return True
            if kind in places:
                while parent > 0 and self.names.tables.scopes.get(kind) != "function":
                    parent = tree.parent[parent]
                    kind = tree.kind_name(parent)
                return kind == str(places[tree.kind_name(tree.parent[row])])
            words = self.conditions.get(kind)
            if kind not in self._through or (words and has_word(tree, parent, words)):
                return False
            row = parent
        return True

    def _may_be_constant(self, row: int) -> bool:
        """Whether the compiler may know the value of an expression."""
        tree = self.tree
        for at in range(row, tree.stop[row]):
            if not tree.language.kind_is_named[tree.kind[at]]:
                continue
            kind = tree.kind_name(at)
            if kind not in self._constant or (
                kind in self.names.tables.names and self._is_variable(at)
            ):
                return False
        return True

    def _is_variable(self, row: int) -> bool:
        """Whether a name is a local one that may be assigned again."""
        word = self.tree.slice(row).decode("utf-8", "replace")
        found = self.names.at(row, word)
        if found is None or found.use is not Use.NAME:
            return False
        scope = self.names.scope_of(found, word)
        if scope < 0 or self.names.kind_of_scope(scope) in ("file", "class"):
            return False
        words = frozenset(self.table["adapts"].get("once") or ())
        return not any(
            self._is_declared_with(o.row, words)
            for o in self.names.occurrences(word)
            if o.scope == scope
        )

    def _is_declared_with(self, row: int, words: frozenset[str]) -> bool:
        """Whether the declaration around a binding leaf has one of some words."""
        tree, at = self.tree, row
        for _ in range(3):
            at = tree.parent[at]
            if at < 0:
                return False
            if tree.child_by_field(at, "type") >= 0:
                return has_word(tree, at, words)
        return False

    def is_element(self, kind: str) -> bool:
        """Whether a kind of expression gives an element of what it begins with."""
        return kind in (self.table.get("elements") or ())

    def of(self, row: int) -> str | None:  # noqa: PLR0911
        """The type of an expression."""
        tree = self.tree
        kind = tree.kind_name(row)
        fixed = self.table["kinds"].get(kind)
        if fixed is not None:
            return self._of_literal(row, kind, str(fixed))
        field = self.table["typed"].get(kind)
        if field is not None:
            # An object with members of its own is of a class that has no name.
            own = frozenset(self.table.get("own_members") or ())
            is_own = any(tree.kind_name(child) in own for child in tree.children(row))
            return None if is_own else self._text(tree.child_by_field(row, field))
        if kind in self.conditions and has_word(tree, row, self.conditions[kind]):
            return str(self.table["condition"])
        if kind in self.table["parentheses"]:
            return self.of(significant_children(tree, row)[1])
        if self.is_element(kind):
            held = self.of(significant_children(tree, row)[0]) or ""
            return held.removesuffix("[]") if held.endswith("[]") else None
        if kind in (self.table.get("promotes") or {}).get("kinds", ()):
            return self._of_operation(row)
        if kind in self.names.tables.names:
            return self._of_name(row)
        if kind in self.table["fields"] and tree.slice(row + 1) == b"this":
            return self._of_member(row, tree.slice(tree.stop[row] - 1).decode("utf-8", "replace"))
        call = self.table["calls"]
        if kind == call["kind"] and tree.child_by_field(row, "object") < 0:
            return self._of_call(row, call)
        return None

    def _of_literal(self, row: int, kind: str, plain: str) -> str:
        """The type of a literal: that of its kind, or the one that its last letter says."""
        letters = (self.table.get("suffixes") or {}).get(kind) or {}
        last = self.tree.slice(row)[-1:].decode("utf-8", "replace").lower()
        return str(letters.get(last, plain))

    def _of_operation(self, row: int) -> str | None:
        """The type that arithmetic gives, from its operands' (Java's numeric promotion).

        Of `a + b + c` the operations are done from the left, however many there are.
        """
        tree, table = self.tree, self.table["promotes"]
        kinds, steps = table["kinds"], list[tuple[str, int]]()
        for _ in range(_DEEPEST):
            fields = kinds.get(tree.kind_name(row))
            operands = [tree.child_by_field(row, field) for field in fields or ()]
            if not operands or min(operands) < 0:
                known = self.of(row)
                break
            operator = next(
                (tree.slice(at).decode("utf-8", "replace") for at in self._operators(row)), ""
            )
            steps.append((operator, operands[1] if len(operands) > 1 else -1))
            row = operands[0]
        else:
            return None
        for operator, other in reversed(steps):
            right = self.of(other) if other >= 0 else known
            known = self.promoted(operator, known, right, is_alone=other < 0)
        return known

    def _operators(self, row: int) -> list[int]:
        tree, named = self.tree, self.tree.language.kind_is_named
        return [at for at in tree.children(row) if not named[tree.kind[at]]]

    def promoted(
        self, operator: str, left: str | None, right: str | None, *, is_alone: bool
    ) -> str | None:
        """What an operator makes of values of two types."""
        table = self.table["promotes"]
        text = table["text"]
        if not is_alone and operator == text["operator"] and text["type"] in (left, right):
            return str(text["type"])
        if operator in table["left"]:
            right = left
        elif operator not in (table["alone"] if is_alone else table["both"]):
            return None
        if left == right == self.table["condition"] and operator in table["logical"]:
            return left
        if left not in table["numbers"] or right not in table["numbers"]:
            return None
        return next((str(t) for t in table["widest"] if t in (left, right)), str(table["else"]))

    def declared(self, row: int) -> str | None:
        """The type that the declaration around a binding leaf gives it."""
        tree = self.tree
        at = row
        for _ in range(3):
            at = tree.parent[at]
            if at < 0:
                return None
            found = tree.child_by_field(at, "type")
            if found >= 0:
                is_plain = tree.stop[row] - row == 1 and self._is_whole(row)
                return self._text(found) if is_plain else None
        return None

    def result(self, function: int) -> str | None:
        """The declared result of a function."""
        return self._text(self.tree.child_by_field(function, "type"))

    def _is_whole(self, row: int) -> bool:
        """Whether the declarator has no dimensions of its own (`int a[]`)."""
        tree = self.tree
        return tree.child_by_field(tree.parent[row], "dimensions") < 0

    def _text(self, row: int) -> str | None:
        if row < 0:
            return None
        text = b"".join(self.tree.slice(row).split()).decode("utf-8", "replace")
        if self._shared.isdisjoint(_WORDS.findall(text)):
            return text
        kinds, tree = self.table.get("type_names") or (), self.tree
        homes = [
            f"{self._home(at, tree.slice(at).decode('utf-8', 'replace'))}"
            for at in range(row, tree.stop[row])
            if tree.kind_name(at) in kinds
        ]
        return f"{text} {' '.join(homes)}"

    def _home(self, row: int, word: str) -> str:
        """Which of the declarations of a type's name is the one that a row means."""
        around = [
            (stop - start, said)
            for start, stop, said in self._declarations.get(word, ())
            if start <= row < stop
        ]
        return min(around)[1] if around else ""

    @cached_property
    def _declarations(self) -> dict[str, list[tuple[int, int, str]]]:
        """Name of a type or type parameter -> (where it counts, half-open; what it is there)."""
        tree, found = self.tree, dict[str, list[tuple[int, int, str]]]()
        parameter = self.table.get("type_parameter")
        scopes, names = self.names.tables.scopes, tree.language.kind_names
        known = {
            k for k, name in enumerate(names) if name == parameter or scopes.get(name) == "class"
        }
        for row in [row for row, kind in enumerate(tree.kind) if kind in known]:
            if tree.kind_name(row) == parameter:
                word = tree.slice(row).split()[0].decode("utf-8", "replace")
                holder = tree.parent[tree.parent[row]]
                said = " ".join(tree.slice(row).decode("utf-8", "replace").split())
            else:
                holder = tree.parent[row]
                word = defined_name(tree, holder) or ""
                said, holder = f"{holder}", tree.parent[holder]
            found.setdefault(word, []).append((holder, tree.stop[holder], said))
        return found

    @cached_property
    def _shared(self) -> frozenset[str]:
        """The names that stand for several types of the file, each in a part of it."""
        known = self._declarations.items()
        return frozenset(word for word, them in known if len({said for *_, said in them}) > 1)

    def _of_name(self, row: int) -> str | None:
        word = self.tree.slice(row).decode("utf-8", "replace")
        found = self.names.at(row, word)
        if found is None or found.use is not Use.NAME:
            return None
        scope = self.names.scope_of(found, word)
        if scope < 0:
            return self._of_member(row, word)
        bound = [o.row for o in self.names.occurrences(word) if o.scope == scope]
        types = {self.declared(at) for at in bound}
        one = types.pop() if len(types) == 1 else None
        return None if one in self.table["inferred"] else one

    def _of_member(self, row: int, word: str) -> str | None:
        """The type of the one field of this name in the file, if it is seen from a row."""
        tree, field = self.tree, self.table["field"]
        found = []
        for o in self.names.occurrences(word):
            holder = tree.parent[o.row]
            if tree.field_name(o.row) == "name" and tree.kind_name(tree.parent[holder]) == field:
                found.append(o.row)
        is_seen = len(found) == 1 and self._is_seen(row, found[0])
        return self.declared(found[0]) if is_seen else None

    def _is_seen(self, row: int, member: int) -> bool:
        """Whether a name at a row is that member of a class around, and none that is inherited."""
        tree, names = self.tree, self.names
        at = row
        while at > 0:
            at = tree.parent[at]
            if names.tables.scopes.get(tree.kind_name(at)) != "class":
                continue
            if at <= member < tree.stop[at]:
                inner = member
                while names.tables.scopes.get(tree.kind_name(inner)) != "class":
                    inner = tree.parent[inner]
                return inner == at
            holder = tree.parent[at]
            bases = positions((names.tables.raw.get("bases") or {}).get("at"))
            if tree.kind_name(holder) not in bases or any(
                is_at(tree, child, bases) for child in tree.children(holder)
            ):
                return False
        return False

    def _of_call(self, row: int, call: dict[str, str]) -> str | None:
        """The result of the one method of this name in the file, if it is the one called."""
        tree = self.tree
        name = tree.slice(tree.child_by_field(row, call["name"])).decode("utf-8", "replace")
        found = [
            tree.parent[o.row]
            for o in self.names.occurrences(name)
            if tree.parent[o.row] in self._definitions(o.row, name)
        ]
        if len(found) != 1 or not self._is_seen(row, found[0]):
            return None
        kinds = {tree.kind_name(child) for child in tree.children(found[0])}
        # The result of a generic method may be what is asked for where it is called.
        return _ASKED if self.table.get("generic") in kinds else self.result(found[0])

    def _definitions(self, row: int, name: str) -> tuple[int, ...]:
        parent = self.tree.parent[row]
        return (parent,) if defined_name(self.tree, parent) == name else ()
