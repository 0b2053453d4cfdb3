"""`Names`: what the names in one unit of lowering mean, its scopes, binders and uses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.model.named_tuple import NamedTuple
from tracer.semantics import core
from tracer.semantics.lowering.outline.scopes import GLOBAL, NONLOCAL, Scope
from tracer.semantics.lowering.types import inference

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from tracer.semantics.lowering.outline.entries import Entry
    from tracer.semantics.lowering.outline.outline import Outline
    from tracer.semantics.lowering.world.world import World

_OF_VALUES = frozenset({"read", "call", "write"})  # uses that need something at run time


class Binder(NamedTuple):
    """A local of a unit: its name as written ('' for one that lowering made) and its type."""

    name: str
    type: core.Type = core.UNKNOWN


class Mention(NamedTuple):
    """A symbol, an outside or unresolved name, or (with a dot before it) a member of one."""

    target: core.Symbol | str
    row: int
    kind: str


class Names:
    """Names, scopes and binders of one unit: a definition, or what a file runs when loaded."""

    def __init__(self, world: World, outline: Outline, entry: Entry | None) -> None:
        self.world = world
        self.outline = outline
        self.entry = entry
        self.tree = outline.tree
        self.table = outline.table
        self.literals = outline.literals
        self.binders: list[Binder] = []
        self.mentions: list[Mention] = []
        self.opaque_kinds: list[str] = []
        self.shown: list[core.Type] = []
        self.scopes: list[Scope] = []
        self.owner = entry.owner if entry is not None else None  # whose members `self` has
        self.receiver_reference = ""  # & or &mut: the receiver is lent (Rust)
        self.receiver_kind = ""  # self or class: the first parameter is the receiver
        self.named_results: list[int] = []
        self.use = "read"
        self.is_textual = False  # a macro was used whose expansion may reach beyond its brackets
        self.handed: tuple[core.Type, ...] = ()  # types of the parameters of a function argument
        self.is_handed_over = False  # to a function of which it is not known what it takes
        self._nesting = 0  # expressions around this one, within its statement
        self.binds = False
        self.declared = core.UNKNOWN  # the type of what is bound now
        self.holder = core.UNKNOWN  # the type of what a pattern's fields belong to
        self.guesses = False  # whether the type of a target is no declared one
        self.inferred = core.UNKNOWN
        self.expected = core.UNKNOWN  # the declared type of the value that is lowered next
        self.matching = core.UNKNOWN  # the type of what cases are about
        self.constructing = core.UNKNOWN  # the type of the literal whose elements are lowered
        self.is_first_clause = False
        self.depth = 0

    # Rows

    def text_of(self, row: int) -> str:
        """The text of a row."""
        return self.tree.slice(row).decode("utf-8", "surrogateescape")

    def name_row(self, row: int) -> int:
        """The name in a row that has one, with arguments beside it: `Box<int>`."""
        while (inner := self.tree.child_by_field(row, "name")) >= 0:
            row = inner
        return row

    # Binders

    def store(self, name: str, row: int) -> core.Pattern:
        """A name in a pattern: declared here, or stored to."""
        declared, self.declared = self.declared, core.UNKNOWN
        if self.binds and self.table.semantics.get("constants_match"):
            known = self.world.resolution.resolve(self.outline, self.entry, name)
            entry = self.world.entries.get(known.symbol) if type(known) is core.Ref else None
            if entry is not None and entry.kind in _MATCHED:
                return core.ValuePattern(self._global(name, row, "read"), row)
        if not self.binds:
            self._note_type(name, declared)
            return core.TargetPattern(self.name(name, row, "write"), row)
        scope = self.hoisting_scope(name)
        if scope is not None:
            binder = scope.names[name]
            if type(binder) is not int or scope.hoisted[name].level == "function":
                self._note_type(name, declared)
                return core.TargetPattern(self.name(name, row, "write"), row)
            if self.guesses:
                self._note_type(name, declared)
                return core.BindPattern(binder, core.UNKNOWN, row)
            self.retype(binder, declared)
            return core.BindPattern(binder, declared, row)
        if not self.scopes or (not self.scopes[-1].is_function and self._is_top_name(name)):
            return core.TargetPattern(self.name(name, row, "write"), row)
        return core.BindPattern(self.bind(name, declared, row), declared, row)

    def _is_top_name(self, name: str) -> bool:
        """Whether a pattern at the top level of a file names a definition of it."""
        return self.entry is None and len(self.scopes) == 1 and self.outline.has_name(name)

    def hoisting_scope(self, name: str) -> Scope | None:
        """The open scope in all of which a name is known, if there is one."""
        for scope in reversed(self.scopes):
            if name in scope.hoisted:
                return scope
            if scope.is_function:
                return None
        return None

    def is_bound_once(self, name: str) -> bool:
        """Whether one row alone binds a hoisted name, which is no parameter."""
        scope = self.hoisting_scope(name)
        return scope is not None and len(scope.hoisted[name].rows) == 1 and name not in scope.given

    def bind(self, name: str, declared: core.Type, row: int) -> int:
        """A new local of the innermost scope."""
        binder = self.fresh(name, declared)
        if self.scopes:
            self.scopes[-1].names[name] = binder
            self.scopes[-1].imported.pop(name, None)  # a parameter has a value from the start
        return binder

    def fresh(self, name: str, declared: core.Type = core.UNKNOWN) -> int:
        """A new binder."""
        self.binders.append(Binder(name, declared))
        return len(self.binders) - 1

    def retype(self, binder: int, declared: core.Type) -> None:
        """Note the type of a local, if it is known and was not."""
        if declared.name and not self.binders[binder].type.name:
            self.binders[binder] = self.binders[binder]._replace(type=declared)

    def _note_type(self, name: str, declared: core.Type) -> None:
        if declared.name and (not self.guesses or self.is_bound_once(name)):
            for scope in reversed(self.scopes):
                binder = scope.names.get(name)
                if type(binder) is int:
                    self.retype(binder, declared)
                if binder is not None:
                    return

    # Scopes

    def push(self, row: int, *, is_function: bool = False) -> Scope:
        """Open the scope of a row, with the names that are known in all of it."""
        rule = self.table.scopes.get(self.tree.kind[row])
        scope = Scope(row, is_function=is_function, is_hidden=bool(rule and rule.is_hidden))
        hoists = self.outline.hoists
        found = hoists.of.get(row)
        if found and not any(open_.row == row and open_.hoisted for open_ in self.scopes):
            scope.hoisted = found
            for name, hoisted in found.items():
                alias = self._imported(name, hoisted.rows)
                scope.names[name] = self.fresh(name) if alias is None else alias
                if alias is not None:
                    scope.imported[name] = hoisted.rows[0]
        for name, where in hoists.redirected.get(row, {}).items():
            scope.names[name] = where
        self.scopes.append(scope)
        return scope

    def pop(self) -> Scope:
        """Close the innermost scope."""
        return self.scopes.pop()

    def _imported(self, name: str, rows: list[int]) -> core.Expression | None:
        """What an import inside a function gives a name that nothing else binds."""
        if len(rows) != 1:
            return None
        for entry in self.outline.imports_at(rows[0]):
            if entry.alias == name:
                return self.world.resolution.imported(self.outline, entry)
        return None

    def first_iterable(self, make: Callable[[], Any]) -> Any:
        """The iterable of a comprehension's clause: the first is evaluated outside of its scope."""
        if not self.is_first_clause:
            return make()
        self.is_first_clause = False
        if not self.table.semantics.get("first_iterable_outside"):
            return make()
        scope = self.scopes.pop()
        try:
            return make()
        finally:
            self.scopes.append(scope)

    # Names

    def take_use(self) -> str:
        """What the next name or member is used for; names inside of it are read."""
        use, self.use = self.use, "read"
        return use

    def name(self, text: str, row: int, use: str = "") -> core.Expression:
        """What a name means here."""
        use = use or self.take_use()
        crossed: list[Scope] = []
        apart = use == "call" and self.table.semantics.get("methods_apart")
        for scope in reversed(self.scopes):
            found = scope.names.get(text) if not apart else None
            if found is not None and not (scope.is_hidden and crossed):
                if found == GLOBAL:
                    break
                if row < scope.imported.get(text, -1) and not crossed:
                    scope.names[text] = found = self.fresh(text)  # read before its import runs
                if found != NONLOCAL:
                    return self._found(found, row, use, crossed)
            if scope.is_function:
                crossed.append(scope)
        return self._global(text, row, use)

    def _found(self, found: Any, row: int, use: str, crossed: list[Scope]) -> core.Expression:
        if type(found) is int:
            for scope in crossed:
                scope.captures.add(found)
            return core.Local(found, row)
        made: core.Expression = found._replace(row=row)
        self.mention(made, row, use)
        return made

    def _global(self, text: str, row: int, use: str) -> core.Expression:
        """A name of a class around, of the module, of the language, or unknown."""
        found = self.world.resolution.resolve(self.outline, self.entry, text, use)
        if found is None or (use in _OF_VALUES and self.outline.is_type_alone(text)):
            self.mentions.append(Mention(text, row, use))
            return core.Unresolved(text, row)
        made: core.Expression = found._replace(row=row)
        self.mention(made, row, use)
        if type(made) is core.Ref and self.world.macros.is_textual(made.symbol):
            self.is_textual = True
        return made

    def mention(self, made: core.Expression, row: int, use: str) -> None:
        """Note what is referred to."""
        if type(made) is core.Ref:
            self.mentions.append(Mention(made.symbol, row, use))
        elif type(made) is core.External:
            self.mentions.append(Mention(made.path, row, use))
        elif type(made) is core.Member:
            target: Any = f".{made.name}" if made.owner is None else made.owner
            if (
                made.owner is not None
                and not made.owner.module
                and made.owner not in self.world.entries
            ):
                target = ".".join(made.owner.path)  # of an outside type
            self.mentions.append(Mention(target, row, use))

    def own_type(self) -> core.Symbol | None:
        """The type whose member is lowered; None in what several types share."""
        entry = self.world.entries.get(self.owner) if self.owner is not None else None
        shared = (core.Kind.INTERFACE, core.Kind.IMPLEMENTATION)
        return None if entry is None or entry.kind in shared else entry.symbol

    def mention_of(self, symbol: core.Symbol, row: int) -> Mention:
        """A use of a type by a word for it."""
        return Mention(symbol, row, self.take_use())

    def receiver(self, kind: str, row: int) -> core.Self:
        """The receiver where it has a word of its own."""
        if kind in ("self", "super"):
            for scope in reversed(self.scopes):
                if scope.is_function and scope.has_receiver:
                    return core.Self("dynamic" if kind == "self" else kind, row)
        return core.Self(kind, row)

    def member(self, of: Any, name: str, is_optional: bool, row: int, use: str) -> core.Expression:
        """A member: resolved where its object is a module, a class, or of a known type."""
        kind = type(of)
        if kind is core.External and not is_optional and use != "write":
            made: core.Expression = core.External(f"{of.path}.{name}", row)
            self.mentions.append(Mention(f"{of.path}.{name}", row, use))
            return made
        if kind is core.Ref:
            found = self.world.resolution.static_member(of.symbol, name, use)
            if found is not None:
                made = found._replace(row=row)
                self.mention(made, row, use)
                return made
        owner = self.world.member_of_type(self.outline, inference.type_of(self, of), name, use)
        made = core.Member(of, name, owner, is_optional, row)
        self.mention(made, row, use)
        return made

    def field_of(self, holder: core.Type, name: str) -> core.Symbol | None:
        """The member that a field of a pattern means, where the type of the whole is known."""
        if not holder.name:
            return None
        symbol = self.world.member_of_type(self.outline, holder, name, "read")
        if symbol is not None:
            self.mentions.append(Mention(symbol, -1, "read"))
        return symbol

    def owned_field(self, item: Any, owner: core.Symbol | None) -> Any:
        """A field of a pattern with its symbol where the type is known."""
        if owner is None or type(item) is not core.FieldPattern:
            return item
        symbol = self.world.member(owner, item.name)
        if symbol is None:
            return item
        self.mentions.append(Mention(symbol, -1, "read"))
        return item._replace(owner=symbol)

    def field_key(self, name: str, row: int) -> core.Expression | None:
        """The key of a field in a literal of a structure; None where keys are values."""
        made = self.constructing
        if made.name in ("*", "&") and made.arguments:
            made = made.arguments[0]
        if made.name in ("list", "array", "dict", "set", ""):
            return None
        if not isinstance(made.name, core.Symbol):
            return core.Literal("str", name, row)
        field = self.world.member(made.name, name)
        if field is None:
            return None if self.world.is_alias(made.name) else core.Literal("str", name, row)
        self.mentions.append(Mention(field, row, "write"))
        return core.Ref(field, row)

    def label_of_subject(self, name: str, row: int) -> core.Ref | None:
        """The member that a plain name means as the label of a case."""
        owner = self.matching.name
        symbol = self.world.member(owner, name) if isinstance(owner, core.Symbol) else None
        if symbol is None or not self.world.is_variant(symbol):
            return None
        made = core.Ref(symbol, row)
        self.mention(made, row, "read")
        return made

    def element_of(self, iterable: Any, kind: str = "") -> core.Type:
        """The type of what a loop of a kind goes through, where that of the whole says it."""
        of = inference.type_of(self, iterable)
        if self.table.elements:
            return inference.element_of(self, of)
        found = self.table.outside.result(of, kind, (), ()) if kind else core.UNKNOWN
        return found if found.name else self.table.outside.element(of)


_MATCHED = {core.Kind.CONSTANT, core.Kind.VARIABLE, core.Kind.VARIANT, core.Kind.CLASS}
