"""`Outline`: what a file defines and imports, read off its tree without lowering any code."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from tracer.fingerprint.tables import tables_for
from tracer.semantics.core import Kind, Symbol
from tracer.semantics.lowering.outline.entries import Entry, ImportEntry
from tracer.semantics.lowering.outline.literals import Literals
from tracer.semantics.lowering.outline.modules import default_alias
from tracer.semantics.lowering.outline.scopes import Hoists, pattern_names
from tracer.semantics.lowering.outline.selectors import holds, named_children

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tracer.semantics.lowering.outline.selectors import Selector
    from tracer.semantics.lowering.templates.table import DefinitionRule, ImportRule, Table
    from tracer.syntax.tree import SyntaxTree

_SHARED = {Kind.FUNCTION, Kind.CONSTANT}  # of a header, where their words make them internal
_FUNCTIONS = {Kind.FUNCTION: Kind.METHOD, Kind.VARIABLE: Kind.FIELD, Kind.CONSTANT: Kind.FIELD}


class Outline:
    """The outline of one file."""

    def __init__(self, file: int, path: str, tree: SyntaxTree, table: Table, module: str) -> None:
        self.file = file
        self.path = path
        self.tree = tree
        self.table = table
        self.module = module
        self.literals = Literals(tree, table)
        self.brackets = tables_for(tree.language) if tree.language.raw.get("normal") else None
        self.entries: list[Entry] = []
        self.by_row: dict[int, Entry] = {}
        self.defined_rows: set[int] = set()  # what the entries were read off
        self.by_statement: dict[
            int, list[Entry]
        ] = {}  # statements that define several, each its value
        self.names: dict[str, list[Entry]] = {}
        self.members: dict[Symbol, dict[str, list[Entry]]] = {}
        self.imports: list[ImportEntry] = []
        self.exports: list[ImportEntry] = []
        self._imports_at: dict[int, list[ImportEntry]] = {}
        self.aliases: dict[str, list[ImportEntry]] = {}
        self._by_symbol: dict[Symbol, Entry] = {}
        self._spaces: dict[Symbol, Entry] = {}
        self._taken: dict[Symbol, int] = {}
        self._hoists: Hoists | None = None
        self._has_blocks = {Kind.CLASS, Kind.INTERFACE, Kind.ENUM, Kind.IMPLEMENTATION}
        self._read_imports()
        self._scan(named_children(tree, 0), None, is_conditional=False)
        self._add_hoisted()
        self._add_assigned_members()
        self._mark_redefined()

    @property
    def hoists(self) -> Hoists:
        """Names known in whole scopes, collected on first use."""
        if self._hoists is None:
            self._hoists = Hoists(self.tree, self.table)
        return self._hoists

    def text(self, row: int) -> str:
        """The text of a row."""
        return self.tree.slice(row).decode("utf-8", "surrogateescape")

    def is_open_type(self, name: str) -> bool:
        """Whether a type that is not of the program may be anything (a structure spelled out)."""
        return not name.replace(".", "").replace("_", "").replace(":", "").isalnum()

    def entry_of(self, symbol: Symbol) -> Entry | None:
        """The entry of a symbol that this file defines."""
        if len(self._by_symbol) < len(self.entries):
            self._by_symbol = {entry.symbol: entry for entry in self.entries}
        return self._by_symbol.get(symbol)

    def has_name(self, name: str) -> bool:
        """Whether the file's top level defines a name."""
        return name in self.names

    def symbol_of(self, name: str) -> Symbol | None:
        """The symbol that a name of the file's top level means."""
        found = self.names.get(name)
        return found[0].symbol if found else None

    def around(self, row: int, home: int) -> Iterator[int]:
        """The rows around a row, from the inside, up to one that is not among them."""
        at = self.tree.parent[row]
        while at > home:
            yield at
            at = self.tree.parent[at]

    def is_type_alone(self, name: str) -> bool:
        """Whether a name comes by imports that leave nothing behind at run time."""
        entries = () if name in self.names else self.aliases.get(name, ())
        return bool(entries) and all(one.is_type_only for one in entries)

    def imports_at(self, row: int) -> list[ImportEntry]:
        """What the import at a row brings."""
        return self._imports_at.get(row, [])

    def unwrapped(self, row: int) -> tuple[int, list[int], list[str]]:
        """The definition inside of wrappers (decorators, export), what these say of it."""
        decorators: list[int] = []
        modifiers: list[str] = []
        wrappers, tree = self.table.wrappers, self.tree
        while tree.kind[row] in wrappers:
            inner, of, words = wrappers[tree.kind[row]]
            if of is not None:
                decorators += of.all(tree, row)
            if words is not None:
                modifiers += [self.text(r) for r in words.all(tree, row)]
            at = inner.first(tree, row)
            if at < 0:
                break
            row = at
        return row, decorators, modifiers

    # Imports and exports

    def _read_imports(self) -> None:
        for rules, found in (
            (self.table.imports, self.imports),
            (self.table.exports, self.exports),
        ):
            if rules:
                for row in self.tree.rows_of(frozenset(rules)):
                    for rule in rules[self.tree.kind[row]]:
                        if holds(rule.conditions, self.tree, row):
                            found.extend(self._brought(row, rule))
                            break
        for entry in self.imports:
            self._imports_at.setdefault(entry.row, []).append(entry)
            if self._is_top(entry.row):
                self.aliases.setdefault(entry.alias, []).append(entry)

    def _brought(self, row: int, rule: ImportRule) -> list[ImportEntry]:
        tree = self.tree
        module = self.literals.key_text(rule.module(tree, row)) if rule.module else ""
        is_type = rule.is_type_only is not None and rule.is_type_only.first(tree, row) >= 0
        found = []
        for clause in rule.clauses:
            for at in clause.rows.all(tree, row):
                name = self.literals.key_text(clause.name(tree, at))
                of = self.literals.key_text(clause.module(tree, at)) if clause.module else module
                alias = self.literals.key_text(clause.alias(tree, at)) if clause.alias else ""
                if not alias and name != "*" and clause.alias is None:
                    alias = name or default_alias(of, self.table)
                only = clause.is_type_only is not None and clause.is_type_only.first(tree, at) >= 0
                found.append(
                    ImportEntry(row, _module_text(of), name, alias, is_type or only, is_type)
                )
        if not rule.clauses or not found:
            found.append(ImportEntry(row, _module_text(module), "", "", is_type, is_type))
        return found

    def _is_top(self, row: int) -> bool:
        """Whether a row belongs to the file's top level, in no function or class."""
        scopes, kind = self.table.scopes, self.tree.kind
        for at in self.around(row, 0):
            rule = scopes.get(kind[at])
            if rule is not None and (rule.is_function or kind[at] in self.table.definitions):
                return False
        return True

    # Definitions

    def _scan(self, rows: Sequence[int], owner: Entry | None, *, is_conditional: bool) -> None:
        tree, table = self.tree, self.table
        for row in rows:
            at, decorators, modifiers = self.unwrapped(row)
            kind = tree.kind[at]
            if kind in table.definitions and self._define(
                at, row, owner, decorators, modifiers, is_conditional
            ):
                continue
            if kind in table.transparent:
                when = table.transparent[kind]
                is_plain = kind in table.wrappers or (when is not None and holds(when, tree, at))
                self._scan(
                    named_children(tree, at), owner, is_conditional=is_conditional or not is_plain
                )
            elif at != row and tree.kind[row] in table.transparent:
                self._scan(named_children(tree, row), owner, is_conditional=is_conditional)

    def _define(
        self,
        row: int,
        outer: int,
        owner: Entry | None,
        decorators: Sequence[int],
        modifiers: Sequence[str],
        is_conditional: bool,
    ) -> bool:
        """Add what the first rule that holds makes of a row."""
        tree = self.tree
        for rule in self.table.definitions[tree.kind[row]]:
            if not holds(rule.conditions, tree, row):
                continue
            self.defined_rows.add(row)
            words = {*modifiers, *rule.adds}
            if is_conditional:
                words.add("conditional")
            if rule.modifiers is not None:
                words |= {self.text(r) for r in rule.modifiers.all(tree, row)}
            if rule.also is not None:
                self._scan(rule.also.all(tree, row), owner, is_conditional=is_conditional)
            more = rule.decorators.all(tree, row) if rule.decorators is not None else []
            for each in rule.each.all(tree, row) if rule.each is not None else [row]:
                if self._imports_at.get(each):
                    continue  # const x = require("y")
                self._add(each, outer, rule, owner, [*decorators, *more], words)
            return True
        return False

    def _add(
        self,
        row: int,
        outer: int,
        rule: DefinitionRule,
        owner: Entry | None,
        decorators: Sequence[int],
        words: set[str],
    ) -> None:
        tree = self.tree
        names = rule.name.all(tree, row) if rule.name is not None else []
        places = [r for name in names for r in (pattern_names(tree, self.table, name) or [])]
        if names and not places and tree.kind[names[0]] not in self.table.patterns:
            places = names
        is_plain = places == names and len(places) == 1
        values = rule.value.all(tree, row) if rule.value is not None else []
        is_paired = places == names and len(places) == len(values)
        owner_symbol = self._owner_symbol(rule, row, owner) or (owner.symbol if owner else None)
        is_member = owner is not None and not (owner.rule is not None and owner.rule.is_namespace)
        is_member = is_member or (rule.owner is not None and owner_symbol is not None)
        if owner is not None and owner_symbol == owner.symbol:
            is_member = not (owner.rule is not None and owner.rule.is_namespace)
        for number, place in enumerate(places or ([-1] if rule.name is None else [])):
            name = self.literals.key_text(self.text(place)) if place >= 0 else "default"
            name = rule.prefix + name
            if rule.label is not None and (said := rule.label.all(tree, row)):
                what = " for ".join("".join(self.text(r).split()) for r in said)
                name = f"{name}#<{what}>"
            kind = _FUNCTIONS.get(rule.kind, rule.kind) if is_member else rule.kind
            first: Callable[[Selector | None], int]
            first = lambda s: s.first(tree, row) if s is not None else -1  # noqa: E731
            entry = self._entry(
                name,
                kind,
                row if is_plain or place < 0 else place,
                outer,
                place,
                rule,
                owner_symbol,
                set(words),
            )
            entry.decorators = decorators
            self._note_decorators(entry)
            entry.type_row = first(rule.type)
            entry.statement = row
            if is_plain or place < 0:
                entry.value_row = first(rule.value)
            elif is_paired:
                entry.value_row = values[number]
                self.by_statement.setdefault(row, []).append(entry)
            elif values:
                entry.modifiers.add("destructured")
            if rule.members is not None:
                self._scan(rule.members.all(tree, row), entry, is_conditional=False)

    def _note_decorators(self, entry: Entry) -> None:
        """Say as modifiers what decorators mean for the receiver."""
        semantics = self.table.semantics
        words = {self.text(row).partition("(")[0].rpartition(".")[2] for row in entry.decorators}
        for key, word in (("static_decorators", "static"), ("class_decorators", "class")):
            if words & set(semantics.get(key) or ()):
                entry.modifiers.add(word)

    def _owner_symbol(self, rule: DefinitionRule, row: int, owner: Entry | None) -> Symbol | None:
        """The owner of a definition that names it itself (Go's receivers, Rust's impl blocks)."""
        if rule.owner is None:
            return None
        pieces = []
        for at in rule.owner.all(self.tree, row):
            inner = at
            while (below := self.tree.child_by_field(inner, "name")) >= 0:
                inner = below
            pieces.append(self.text(inner))
        while owner is not None and owner.kind is Kind.IMPLEMENTATION:
            owner = next((e for e in self.entries if e.symbol == owner.owner), None)
        around = owner.symbol.path if owner is not None else ()
        return Symbol(self.module, (*around, *pieces)) if pieces else None

    def _entry(
        self,
        name: str,
        kind: Kind,
        row: int,
        outer: int,
        place: int,
        rule: DefinitionRule | None,
        owner: Symbol | None,
        words: set[str],
    ) -> Entry:
        is_declaration = "declaration" in words
        last = f"{name}#declaration" if is_declaration else name
        if rule is not None and rule.is_namespace:
            return self._namespace(last, kind, row, rule, owner)
        path = (*(owner.path if owner else ()), last)
        internal = words & set(self.table.modules.get("internal") or ()) and owner is None
        headers = tuple(self.table.modules.get("headers") or ())
        if internal and headers and self.path.endswith(headers):
            if kind is Kind.VARIABLE:
                words.add("copied")  # every file that includes it has one of its own
            internal = kind not in _SHARED  # every file that includes it can name it
        symbol = Symbol(self.path if internal else self.module, path)
        count = self._taken[symbol] = self._taken.get(symbol, 0) + 1
        if count > 1:
            symbol = Symbol(symbol.module, (*path[:-1], f"{last}#{count}"))
        entry = Entry(
            symbol=symbol, kind=kind, file=self.file, row=row, outer=outer, name_row=place,
            rule=rule, owner=owner, modifiers=words,
        )  # fmt: skip
        self.entries.append(entry)
        self.by_row.setdefault(row, entry)
        if is_declaration:
            return entry
        if owner is None:
            self.names.setdefault(name, []).append(entry)
        else:
            self.members.setdefault(owner, {}).setdefault(name, []).append(entry)
        return entry

    def _namespace(
        self, name: str, kind: Kind, row: int, rule: DefinitionRule, owner: Symbol | None
    ) -> Entry:
        """A namespace, which may be opened more than once and by several names at a time."""
        separator = str(self.table.modules.get("separator", "."))
        found = None
        for piece in name.split(separator):
            symbol = Symbol(self.module, (*(owner.path if owner else ()), piece))
            found = self._spaces.get(symbol)
            if found is None:
                found = self._spaces[symbol] = Entry(
                    symbol=symbol, kind=kind, file=self.file, row=row, outer=row, name_row=row,
                    rule=rule, owner=owner, modifiers=set(),
                )  # fmt: skip
                self.entries.append(found)
                if owner is None:
                    self.names.setdefault(piece, []).append(found)
                else:
                    self.members.setdefault(owner, {}).setdefault(piece, []).append(found)
            owner = symbol
        assert found is not None
        self.by_row.setdefault(row, found)
        return found

    def _add_hoisted(self) -> None:
        """Names that other statements bind at the top level or in a class body."""
        if not self.table.binds or self.table.semantics.get("hoists") != "all":
            return
        self._hoisted_in(0, None)
        for entry in list(self.entries):
            if entry.kind in self._has_blocks and entry.row in self.hoists.of:
                self._hoisted_in(entry.row, entry.symbol)

    def _hoisted_in(self, scope: int, owner: Symbol | None) -> None:
        known = self.names if owner is None else self.members.get(owner, {})
        imports = self.table.imports
        for name, hoisted in self.hoists.of.get(scope, {}).items():
            entries = known.get(name, [])
            rows = hoisted.rows
            imported = [r for r in rows if self.tree.kind[r] in imports and self.imports_at(r)]
            if len(imported) == len(rows) and len({self._brings(r, name) for r in imported}) == 1:
                continue
            if not entries:
                kind = Kind.FIELD if owner is not None else Kind.VARIABLE
                self._entry(name, kind, rows[0], rows[0], -1, None, owner, {"redefined"})
            elif len(rows) > len(entries):
                for entry in entries:
                    entry.modifiers.add("redefined")

    def _brings(self, row: int, name: str) -> tuple[str, str]:
        found = next((e for e in self.imports_at(row) if e.alias == name), None)
        return (found.module, found.name) if found else ("", "")

    def _add_assigned_members(self) -> None:
        """Fields that exist because a method stores to them."""
        table, tree = self.table, self.tree
        if not table.assigned_members:
            return
        owners = [e for e in self.entries if e.kind in self._has_blocks]
        kinds = frozenset(table.assigned_members)
        for entry in owners:
            for row in tree.rows_within(kinds, entry.row, tree.stop[entry.row]):
                if not self._is_stored(row):
                    continue
                of, name_at = table.assigned_members[tree.kind[row]]
                at, name_row = of.first(tree, row), name_at.first(tree, row)
                if at < 0 or name_row < 0 or self.text(at) not in table.receivers:
                    continue
                name = self.text(name_row)
                if self._is_inner(entry, row):
                    continue
                known = self.members.get(entry.symbol, {}).get(name)
                if known is None:
                    made = self._entry(
                        name, Kind.FIELD, row, row, name_row, None, entry.symbol, {"assigned"}
                    )
                    made.stores = [row]
                elif "assigned" in known[0].modifiers:
                    known[0].stores.append(row)

    @cached_property
    def stored_members(self) -> frozenset[str]:
        """Names of members of other objects than the receiver's own to which the file stores."""
        table, tree = self.table, self.tree
        found: set[str] = set()
        for row in tree.rows_of(frozenset(table.assigned_members)):
            of, name_at = table.assigned_members[tree.kind[row]]
            at, name_row = of.first(tree, row), name_at.first(tree, row)
            is_own = at >= 0 and self.text(at) in table.receivers
            parent = tree.parent[row]
            is_alias = parent >= 0 and tree.kind_name(parent) == "as_pattern_target"
            if name_row >= 0 and (is_alias or (not is_own and self._is_stored(row))):
                found.add(self.text(name_row))
        return frozenset(found)

    def _is_inner(self, entry: Entry, row: int) -> bool:
        """Whether a row belongs to a class inside of the one asked about."""
        inside = map(self.by_row.get, self.around(row, entry.row))
        return any(found is not None and found.kind in self._has_blocks for found in inside)

    def _is_stored(self, row: int) -> bool:
        """Whether something is stored to the place at a row."""
        tree, binds = self.tree, self.table.binds
        parent = tree.parent[row]
        while parent >= 0 and tree.kind[parent] in self.table.patterns:
            row, parent = parent, tree.parent[parent]
        field = tree.field_name(row)
        return (
            parent >= 0
            and field == "left"
            and (tree.kind[parent] in binds or "assign" in tree.kind_name(parent))
        )

    def _mark_redefined(self) -> None:
        word = "overload" if self.table.semantics.get("overloads") else "redefined"
        groups = [*self.names.values(), *(e for m in self.members.values() for e in m.values())]
        if self.table.semantics.get("methods_apart"):
            groups = [g for group in groups for g in _apart(group)]
        for entries in groups:
            if len(entries) > 1:
                for entry in entries:
                    entry.modifiers.add(word)
        for entry in self.entries:
            if entry.kind is Kind.CONSTANT and entry.modifiers & {"redefined", "conditional"}:
                entry.kind = Kind.VARIABLE
            if entry.kind in (Kind.VARIABLE, Kind.FIELD) and "redefined" in entry.modifiers:
                entry.value_row = -1

    def owns_value(self, entry: Any) -> bool:
        """Whether the value of a variable stands in its definition alone."""
        return bool(entry.value_row >= 0 and "redefined" not in entry.modifiers)


def _module_text(text: str) -> str:
    """A module as an import names it: a dotted path without the blanks in it."""
    return text if "/" in text or "." not in text else "".join(text.split())


def _apart(entries: list[Entry]) -> tuple[list[Entry], list[Entry]]:
    """Definitions of one name: those that are called, and the others."""
    called = (Kind.FUNCTION, Kind.METHOD, Kind.CONSTRUCTOR)
    return [e for e in entries if e.kind in called], [e for e in entries if e.kind not in called]
