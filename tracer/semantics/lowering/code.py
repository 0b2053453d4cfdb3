"""`Lowerer`: the code of one definition, or of a file's top level, as core language."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from tracer.fingerprint.brackets import needs_brackets
from tracer.model.patterns import lazy_pattern
from tracer.semantics import core
from tracer.semantics.lowering import constants, inference
from tracer.semantics.lowering.construct import PLURAL, Rest
from tracer.semantics.lowering.parameters import Parameters
from tracer.semantics.lowering.scopes import GLOBAL, NONLOCAL, Scope
from tracer.semantics.lowering.selectors import inner_declarator
from tracer.semantics.lowering.table import holds
from tracer.semantics.lowering.templates import MissingError
from tracer.syntax import LEAF

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tracer.semantics.lowering.construct import Makers
    from tracer.semantics.lowering.outline import Entry, Outline
    from tracer.semantics.lowering.world import World

_WORDS = lazy_pattern(r"[A-Za-z_]\w*|\d[\w.]*|\s+|.")
_DEEPEST = 90  # levels of the tree that are lowered; what is below is opaque


class Binder(NamedTuple):
    """A local of a unit: its name as written ('' for one that lowering made) and its type."""

    name: str
    type: core.Type = core.UNKNOWN


class Mention(NamedTuple):
    """A symbol, an outside or unresolved name, or (with a dot before it) a member of one."""

    target: core.Symbol | str
    row: int
    kind: str


class Lowerer:
    """Lowers rows of one unit: a definition, or what a file runs when it is loaded."""

    def __init__(self, world: World, outline: Outline, entry: Entry | None) -> None:
        self.world = world
        self.outline = outline
        self.entry = entry
        self.tree = outline.tree
        self.table = outline.table
        self.literals = outline.literals
        self.parameters = Parameters(self)
        self.binders: list[Binder] = []
        self.mentions: list[Mention] = []
        self.opaque_kinds: list[str] = []
        self.shown: list[core.Type] = []
        self.scopes: list[Scope] = []
        self.owner = entry.owner if entry is not None else None  # whose members `self` has
        self.receiver_kind = ""  # self or class: the first parameter is the receiver
        self.named_results: list[int] = []
        self.use = "read"
        self.is_textual = False  # a macro was used whose expansion may reach beyond its brackets
        self.handed: tuple[core.Type, ...] = ()  # types of the parameters of a function argument
        self.is_handed_over = False  # to a function of which it is not known what it takes
        self._nesting = 0  # expressions around this one, within its statement
        self.binds = False
        self.declared = core.UNKNOWN  # the type of what is bound now
        self.inferred = core.UNKNOWN
        self.expected = core.UNKNOWN  # the declared type of the value that is lowered next
        self.matching = core.UNKNOWN  # the type of what cases are about
        self.constructing = core.UNKNOWN  # the type of the literal whose elements are lowered
        self.is_first_clause = False
        self._depth = 0
        self._values: list[int] = []

    # Rows

    def text_of(self, row: int) -> str:
        """The text of a row."""
        return self.tree.slice(row).decode("utf-8", "surrogateescape")

    def name_row(self, row: int) -> int:
        """The name in a row that has one, with arguments beside it: `Box<int>`."""
        while (inner := self.tree.child_by_field(row, "name")) >= 0:
            row = inner
        return row

    def single(self, role: str, row: int) -> Any:
        """One row in a role."""
        if role == "expression":
            return self.expression(row)
        if role == "pattern":
            return self.pattern(row)
        if role == "type":
            return self.type(row)
        if role == "statement":
            return self.statement(row)
        return self.part(role, row)

    def several(self, role: str, rows: Sequence[int]) -> tuple[Any, ...]:
        """Rows in a role of which there may be several."""
        if role == "statements":
            if len(rows) == 1 and self.tree.kind[rows[0]] in self.table.blocks:
                return self.block(rows[0])
            return self.statements(rows)
        name = PLURAL[role]
        found: list[Any] = []
        types = self._declared_each(len(rows)) if role == "patterns" else None
        for place, row in enumerate(rows):
            if types is not None:
                self.declared = types[place]
            made = self.single(name, row)
            if type(made) is tuple:
                found += made
            else:
                found.append(made)
        return tuple(found)

    def _declared_each(self, count: int) -> list[core.Type]:
        """The declared type of each of several patterns: one for all, or a tuple of them."""
        declared, self.declared = self.declared, core.UNKNOWN
        if declared.name == "each":
            fits = len(declared.arguments) == count
            return list(declared.arguments) if fits else [core.UNKNOWN] * count
        return [declared] * count

    def expression(self, row: int) -> Any:
        """The expression at a row; opaque where the table has nothing for it.

        A whole expression with a macro that is no closed expression is its tokens: its tree is
        not what the compiler reads.
        """
        if self._nesting or not self.world.has_macros:
            return self._expression(row)
        self._nesting, self.is_textual = 1, False
        try:
            found = self._expression(row)
            return self._flat(row) if self.is_textual else found
        finally:
            self._nesting, self.is_textual = 0, False

    def _expression(self, row: int) -> Any:
        self._depth += 1
        try:
            if self._depth > _DEEPEST:
                return self._flat(row)
            use = self.use
            kind = self.tree.kind[row]
            rules = self.table.expressions.get(kind)
            if rules:
                found = self._apply(rules, row)
                if found is not None:
                    return found
            elif kind in self.table.definitions and kind not in self.table.variables:
                found = self._function_expression(row)
                if found is not None:
                    return found
            rules = self.table.statements.get(kind)
            if rules:
                found = self._apply(rules, row)
                if found is not None:
                    return self._as_expression(found, row)
            self.use = use
            return self.opaque(row)
        finally:
            self._depth -= 1

    def _apply(self, rules: Any, row: int) -> Any:
        """What the first rule that holds makes of a row, in the row's scope; None for nothing."""
        tree = self.tree
        for rule in rules:
            if rule.conditions and not holds(rule.conditions, tree, row):
                continue
            if rule.construct == "opaque":
                return None
            if rule.construct not in ("construct", "through"):
                self.expected = core.UNKNOWN
            depth, mentions, use = len(self.scopes), len(self.mentions), self.use
            opens = self._opens(row) and rule.construct != "function"
            if opens:
                self.push(row)
            try:
                if rule.construct == "through" and self._groups(row):
                    return core.Unary("group", rule.build(self, row), row)
                return rule.build(self, row)
            except MissingError:
                del self.scopes[depth:]
                del self.mentions[mentions:]
                self.use = use
                return None
            finally:
                if opens:
                    del self.scopes[depth:]
        return None

    def statement(self, row: int) -> Any:
        """The statements at a row: a node, or a tuple of any number."""
        self._depth += 1
        nesting, self._nesting = self._nesting, 0
        try:
            if self._depth > _DEEPEST:
                return self._flat(row)
            kind = self.tree.kind[row]
            table = self.table
            outline = self.outline
            if row in outline.by_statement:
                return self.world.defined_together(self, row)
            if kind in table.definitions or kind in table.wrappers or row in outline.by_row:
                found = self._definition(row)
                if found is not None:
                    return found
            if kind in self.table.imports and self.outline.imports_at(row):
                return self.import_statement(row)
            rules = self.table.statements.get(kind) or self.table.expressions.get(kind)
            found = self._apply(rules, row) if rules else None
            if found is None:
                if kind in self.table.blocks:
                    return core.Block(self.block(row), row)
                found = self.opaque(row)
            return self._as_statement(found, row)
        finally:
            self._depth -= 1
            self._nesting = nesting

    def statements(self, rows: Sequence[int]) -> tuple[core.Statement, ...]:
        """Statements of rows, one after another."""
        found: list[Any] = []
        for place, row in enumerate(rows):
            made = self.statement(row)
            if type(made) is tuple:
                found += made
            elif type(made) is core.With and not made.body and made.kind.startswith("using"):
                found.append(made._replace(body=self.statements(rows[place + 1 :])))
                break
            else:
                found.append(made)
        return tuple(found)

    def block(self, row: int) -> tuple[core.Statement, ...]:
        """The statements of a block, in its scope."""
        tree = self.tree
        named, comments = tree.language.kind_is_named, tree.language.comment_kinds
        rows = [
            c for c in tree.children(row) if named[tree.kind[c]] and tree.kind[c] not in comments
        ]
        is_scope = self._opens(row)
        if is_scope:
            self.push(row)
        if len(rows) == 1 and tree.kind[rows[0]] in self.table.blocks and not self._opens(rows[0]):
            found = self.block(rows[0])
        else:
            found = self.statements(rows)
        if is_scope:
            self.pop()
        return hoisted(found) if self.table.semantics.get("hoists") == "all" else found

    def _declares(self, found: Any) -> bool:
        """Whether a call is a declaration to the compiler: C++'s `Guard(m);`."""
        if type(found) is not core.Call or not self.table.semantics.get("calls_of_types_declare"):
            return False
        function = found.function
        return type(function) is core.Ref and self.world.is_type(function.symbol)

    def _groups(self, row: int) -> bool:
        """Whether brackets around an expression mean something, by the grammar's own rules."""
        tables = self.outline.brackets
        if tables is None or not self.table.semantics.get("brackets_mean"):
            return False
        return needs_brackets(self.tree, tables, row)

    def _opens(self, row: int) -> bool:
        """Whether a row opens a scope of its own."""
        rule = self.table.scopes.get(self.tree.kind[row])
        parent = self.tree.parent[row]
        return rule is not None and not (parent >= 0 and self.tree.kind[parent] in rule.unless_in)

    def _as_statement(self, found: Any, row: int) -> Any:
        kind = type(found)
        if kind is core.Evaluate and self._declares(found.value):
            return self._flat(row)
        if kind is tuple or kind.__name__ in _STATEMENT_NAMES:
            return found
        if kind is core.BlockValue and found.value is None:
            return core.Block(found.statements, row)
        if kind is core.Opaque:
            return found
        if self._declares(found):
            return self._flat(row)
        return core.Evaluate(found, row)

    def _as_expression(self, found: Any, row: int) -> Any:
        if type(found) is core.Evaluate:
            return found.value
        return core.BlockValue(found if type(found) is tuple else (found,), None, row)

    def as_value(self, switch: core.Switch) -> core.BlockValue:
        """A switch whose cases end in values, as an expression: a fresh local takes them."""
        binder = self.fresh("")
        cases = tuple(case._replace(body=_stored(case.body, binder)) for case in switch.cases)
        row = switch.row
        statements = (core.Let(core.BindPattern(binder), row=row), switch._replace(cases=cases))
        return core.BlockValue(statements, core.Local(binder, row), row)

    def part(self, role: str, row: int) -> Any:
        """An argument, item, parameter, case, handler, piece, clause or field."""
        rules = self.table.parts.get(self.tree.kind[row])
        if rules:
            found = self._apply(rules, row)
            if found is not None:
                return found
        if role == "argument":
            return core.Argument(self.expression(row))
        if role == "item":
            return core.Item(self.expression(row))
        if role == "piece":
            if self.tree.flags[row] & LEAF:
                return core.TemplatePart(self.text_of(row))
            return core.TemplatePart("", self.opaque(row), "opaque")
        if role == "field":
            return self.pattern(row)
        raise MissingError(role)

    # Patterns

    def pattern(self, row: int) -> Any:
        """The pattern at a row: by the table, else a place to store to."""
        self._depth += 1
        try:
            if self._depth > _DEEPEST:
                return self._flat(row)
            rules = self.table.patterns.get(self.tree.kind[row])
            found = self._apply(rules, row) if rules else None
            if found is not None:
                return found
            self.use = "write"
            place = self.expression(row)
            self.use = "read"
            if self._declares(place):
                return self._flat(row)
            return place if type(place) is core.Opaque else core.TargetPattern(place, row)
        finally:
            self._depth -= 1

    def binding(
        self, make: Callable[..., Any], row: int, declared: core.Type = core.UNKNOWN
    ) -> Any:
        """Patterns that declare their names."""
        return self._in_mode(make, row, declared, binds=True)

    def storing(self, make: Callable[..., Any], row: int) -> Any:
        """Patterns that store to what is declared elsewhere."""
        return self._in_mode(make, row, core.UNKNOWN, binds=False)

    def _in_mode(
        self, make: Callable[..., Any], row: int, declared: core.Type, *, binds: bool
    ) -> Any:
        before = self.binds, self.declared
        self.binds, self.declared = binds, declared
        try:
            return make(self, row)
        finally:
            self.binds, self.declared = before

    def store(self, name: str, row: int) -> core.Pattern:
        """A name in a pattern: declared here, or stored to."""
        declared, self.declared = self.declared, core.UNKNOWN
        if self.binds and self.table.semantics.get("constants_match"):
            known = self.world.resolve(self.outline, self.entry, name)
            entry = self.world.entries.get(known.symbol) if type(known) is core.Ref else None
            if entry is not None and entry.kind in _MATCHED:
                return core.ValuePattern(self._global(name, row, "read"), row)
        if not self.binds:
            self._note_type(name, declared)
            return core.TargetPattern(self.name(name, row, "write"), row)
        scope = self._hoisting_scope(name)
        if scope is not None:
            binder = scope.names[name]
            if type(binder) is not int or scope.hoisted[name].level == "function":
                self._note_type(name, declared)
                return core.TargetPattern(self.name(name, row, "write"), row)
            self.retype(binder, declared)
            return core.BindPattern(binder, declared, row)
        if not self.scopes or (not self.scopes[-1].is_function and self._is_top_name(name)):
            return core.TargetPattern(self.name(name, row, "write"), row)
        return core.BindPattern(self.bind(name, declared, row), declared, row)

    def _is_top_name(self, name: str) -> bool:
        """Whether a pattern at the top level of a file names a definition of it."""
        return self.entry is None and len(self.scopes) == 1 and self.outline.has_name(name)

    def _hoisting_scope(self, name: str) -> Scope | None:
        for scope in reversed(self.scopes):
            if name in scope.hoisted:
                return scope
            if scope.is_function:
                return None
        return None

    def bind(self, name: str, declared: core.Type, row: int) -> int:
        """A new local of the innermost scope."""
        binder = self.fresh(name, declared)
        if self.scopes:
            self.scopes[-1].names[name] = binder
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
        if declared.name:
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
                return self.world.imported(self.outline, entry)
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
        only_functions = False
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
                only_functions = True
            if scope.is_function:
                crossed.append(scope)
        del only_functions
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
        found = self.world.resolve(self.outline, self.entry, text, use)
        if found is None:
            self.mentions.append(Mention(text, row, use))
            return core.Unresolved(text, row)
        made: core.Expression = found._replace(row=row)
        self.mention(made, row, use)
        if type(made) is core.Ref and self.world.is_textual(made.symbol):
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
            found = self.world.static_member(of.symbol, name, use)
            if found is not None:
                made = found._replace(row=row)
                self.mention(made, row, use)
                return made
        owner = self.world.member_of_type(self.outline, inference.type_of(self, of), name, use)
        made = core.Member(of, name, owner, is_optional, row)
        self.mention(made, row, use)
        return made

    def owned_field(self, item: Any, owner: core.Symbol | None) -> Any:
        """A field of a pattern with its symbol where the type is known."""
        if owner is None or type(item) is not core.FieldPattern:
            return item
        symbol = self.world.member(owner, item.name)
        if symbol is None:
            return item
        self.mentions.append(Mention(symbol, -1, "read"))
        return item._replace(owner=symbol)

    def macro_call(self, function: core.Ref, row: int) -> core.Call:
        """A call of a macro of the program: what it is given is text, to the last bracket."""
        tokens: list[str] = []
        parts: list[core.Expression] = []
        is_spelled = self.world.is_stringifying(function.symbol)
        for at in range(row, self.tree.stop[row]):
            if (
                not self.tree.flags[at] & LEAF
                or self.tree.kind[at] in self.tree.language.comment_kinds
            ):
                continue
            if is_spelled:
                tokens.append(self.text_of(at))
            else:
                self._opaque_leaf(at, tokens, parts)
        self.opaque_kinds.append("macro call")
        code = core.Opaque("macro call", tuple(tokens), tuple(parts), row)
        self.is_textual = self.is_textual or self.world.is_textual(function.symbol)
        return core.Call(function, (core.Argument(code),), "macro", row=row)

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

    def type_value(self, made: core.Type, row: int) -> core.Expression:
        """A type as an expression."""
        if isinstance(made.name, core.Symbol):
            base: core.Expression = core.Ref(made.name, row)
        else:
            base = core.External(made.name, row)
        if not made.arguments:
            return base
        items = tuple(core.Item(self.type_value(each, row)) for each in made.arguments)
        return core.Index(base, core.Construct("types", items, row=row), row=row)

    def _conversion(self, call: core.Call) -> core.Type | None:
        """The type that a call converts to, where calls of types do."""
        if not self.table.semantics.get("calls_of_types_convert") or len(call.arguments) != 1:
            return None
        function = call.function
        if type(function) is core.Ref and self.world.is_type(function.symbol):
            return core.Type(function.symbol)
        if type(function) is core.External and function.path in self.table.type_names:
            return _canonical(self.table, core.Type(function.path))
        return None

    def call(self, call: core.Call) -> core.Expression:
        """A call; overloads are told apart by the number of arguments."""
        function = call.function
        symbol = None
        super_calls = self.table.semantics.get("super_calls") or ()
        if type(function) is core.External and not call.arguments and function.path in super_calls:
            return core.Self("super", call.row)
        if type(function) is core.Member:
            symbol = function.owner
        elif type(function) is core.Ref:
            symbol = function.symbol
        if symbol is not None and not call.arguments and self.world.is_component(symbol):
            return function  # a record's accessor
        converted = self._conversion(call)
        if converted is not None:
            return core.Cast(call.arguments[0].value, converted, call.row)
        if symbol is not None:
            types: Sequence[core.Type] = ()
            if self.table.semantics.get("overloads") and self.table.semantics.get("static_types"):
                types = [inference.type_of(self, one.value) for one in call.arguments]
            chosen = self.world.overload(symbol, call.arguments, types)
            if chosen is None and types:
                call = call._replace(type_arguments=self._chosen_by(call, types))
            if chosen != symbol:
                function = self._overloaded(function, chosen)
                call = call._replace(function=function)
        made = inference.result_of(self, call)
        if self.table.semantics.get("erased_arguments"):
            kept = tuple(one for one in call.type_arguments if one.name == "overload")
            call = call._replace(type_arguments=kept)
        return call._replace(type=made)

    def _chosen_by(self, call: core.Call, types: Sequence[core.Type]) -> tuple[core.Type, ...]:
        """What says which overload a call means: types; of a local without one, only its place."""
        pairs = zip(call.arguments, types, strict=True)
        named = tuple(
            core.Type(f"?{one.value.row}") if type(one.value) is core.Local and not of.name else of
            for one, of in pairs
        )
        return (*call.type_arguments, core.Type("overload", named))

    def handed_to(self, function: Any) -> tuple[core.Type, ...]:
        """Types of the parameters of the functions that a method of an outside type takes."""
        if type(function) is not core.Member:
            return ()
        if self.table.closures:
            return inference.taken(self, function)
        return self.table.outside.takes(inference.type_of(self, function.object), function.name)

    def label_of_subject(self, name: str, row: int) -> core.Ref | None:
        """The member that a plain name means as the label of a case."""
        owner = self.matching.name
        symbol = self.world.member(owner, name) if isinstance(owner, core.Symbol) else None
        if symbol is None or not self.world.is_variant(symbol):
            return None
        made = core.Ref(symbol, row)
        self.mention(made, row, "read")
        return made

    def element_of(self, iterable: Any) -> core.Type:
        """The type of what a loop goes through, where the type of the whole says it."""
        of = inference.type_of(self, iterable)
        if self.table.elements:
            return inference.element_of(self, of)
        return self.table.outside.element(of)

    def boxed(self, made: core.Type) -> core.Type:
        """A type as a type argument: with its object type in the place of a plain one."""
        if not isinstance(made.name, str):
            return made
        return made._replace(name=self.table.type_names.get(f"box {made.name}", made.name))

    def _overloaded(self, function: Any, chosen: core.Symbol | None) -> core.Expression:
        """The function with the overload that is called; by name alone where that is unknown."""
        last = next(
            i for i in range(len(self.mentions) - 1, -1, -1) if self.mentions[i].kind == "call"
        )
        old = self.mentions[last]
        if type(function) is core.Member:
            target: Any = f".{function.name}" if chosen is None else chosen
            self.mentions[last] = old._replace(target=target)
            return function._replace(owner=chosen)
        if chosen is None:
            return core.Unresolved(function.symbol.path[-1], function.row)
        self.mentions[last] = old._replace(target=chosen)
        return core.Ref(chosen, function.row)

    # Types

    def type(self, row: int) -> core.Type:
        """The type at a row: by the table, else built like its tree."""
        self._depth += 1
        try:
            kind = self.tree.kind[row]
            if self._depth > _DEEPEST:
                return core.Type(self.text_of(row))
            rules = self.table.types.get(kind)
            found = self._apply(rules, row) if rules else None
            return self._structural(row) if found is None else _canonical(self.table, found)
        finally:
            self._depth -= 1

    def qualifiers(self, rows: Sequence[int]) -> list[str]:
        """Words that change what a type's values mean (`volatile`), by the table."""
        found = [self.table.declarators.get(self.tree.kind[row], "") for row in rows]
        words = self.table.semantics.get("type_qualifiers") or ()
        return [w for w in found if w] + [t for row in rows if (t := self.text_of(row)) in words]

    def declared_type(self, made: core.Type, at: int, *, is_result: bool) -> core.Type:
        """A base type wrapped by pointers, arrays and references on the way to the name."""
        field = self.tree.language.field_ids.get("declarator", 0)
        while at >= 0:
            word = self.table.declarators.get(self.tree.kind[at], "")
            inner = inner_declarator(self.tree, at, field)
            if word == "function":
                is_plain = inner < 0 or self.tree.kind[inner] not in self.table.declarators
                if is_result and is_plain:
                    return made
                made = core.Type("function", (made,))
            elif word:
                made = core.Type(word, (made, *self._length(at)))
            at = inner
        return made

    def _length(self, at: int) -> tuple[core.Type, ...]:
        """How long an array is, as its declarator says."""
        size = self.tree.child_by_field(at, "size")
        return () if size < 0 else (self._counted(size),)

    def _counted(self, row: int) -> core.Type:
        """A length as a type: its tokens, with names looked up."""
        tree = self.tree
        if tree.kind[row] in self.table.names:
            found = self.name(self.text_of(row), row, "read")
            if type(found) is core.Ref:
                return core.Type(found.symbol)
            return core.Type(f"{'local ' * (type(found) is core.Local)}{self.text_of(row)}")
        if tree.flags[row] & LEAF:
            return core.Type(self.text_of(row))
        parts = tuple(
            self._counted(child)
            for child in tree.children(row)
            if tree.kind[child] not in tree.language.comment_kinds
        )
        return core.Type("length", parts)

    def _structural(self, row: int) -> core.Type:
        tree = self.tree
        if tree.flags[row] & LEAF:
            text = self.text_of(row)
            if tree.kind[row] in self.table.names:
                return self.name_type(text, row)
            return core.Type(self.table.type_names.get(text, text))
        words, arguments = [tree.kind_name(row)], []
        for child in tree.children(row):
            if tree.kind[child] in tree.language.comment_kinds:
                continue
            if tree.language.kind_is_named[tree.kind[child]]:
                arguments.append(self.type(child))
            elif (word := self.text_of(child)).isalnum():
                words.append(word)
        if len(arguments) == 1 and len(words) == 1 and tree.kind_name(row) == "type":
            return arguments[0]
        return core.Type(" ".join(words), tuple(arguments))

    def name_type(self, text: str, row: int) -> core.Type:
        """The type that a name means: a type parameter, a definition, or something outside."""
        for scope in reversed(self.scopes):
            found = scope.type_names.get(text)
            if found is not None:
                return core.Type(f"${found}")
        use, self.use = self.use, "read"
        found = self.name(text, row, "type" if use == "read" else use)
        if type(found) is core.Ref:
            return self.world.expanded(found.symbol) or core.Type(found.symbol)
        if type(found) is core.External:
            return _canonical(self.table, core.Type(found.path))
        return core.Type(self.table.type_names.get(text, text))

    # Functions and definitions

    def function(self, row: int, a: Makers) -> core.Function:
        """A function with parameters and body in a scope of its own."""
        outer = self.named_results, self.use
        handed, self.handed = self.handed, ()
        is_handed_over, self.is_handed_over = self.is_handed_over, False
        scope = self.push(row, is_function=True)
        flags = frozenset(a["flags"](self, row)) if "flags" in a else frozenset()
        is_inner = (
            any(s.is_function for s in self.scopes[:-1])
            or self.entry is None
            or (self.owner is None)
        )
        own = self.table.semantics.get("functions_have_receivers")
        scope.has_receiver = bool(own and is_inner and "arrow" not in flags)
        if "own_name" in a and (own_name := a["own_name"](self, row)):
            self.bind(own_name, core.Type("function"), row)
        self.parameters.type_parameters(
            a["type_parameters"](self, row) if "type_parameters" in a else ()
        )
        parameters = self.parameters.all(a["parameters"], row) if "parameters" in a else ()
        if handed:
            parameters = self.parameters.typed(parameters, handed)
        result = a["result"](self, row) if "result" in a else None
        self.named_results, start = self.parameters.results(a, row, result)
        if properties := self.parameters.take_properties():
            start += properties
        if "value" in a:
            body: Any = (core.Return(a["value"](self, row), row),)
        else:
            body = a["body"](self, row) if "body" in a else ()
        if is_handed_over and "arrow" in flags:
            body = constants.given(self, body)
        self.named_results, self.use = outer
        self.handed = handed
        if self.table.yields and self._yields(row):
            flags |= {"generator"}
        self.pop()
        kept = frozenset(b for b in scope.captures)
        return core.Function(
            parameters, start + _settled(body), result or core.UNKNOWN, flags, kept, row
        )

    def _yields(self, row: int) -> bool:
        tree, scopes = self.tree, self.table.scopes
        for found in tree.rows_within(self.table.yields, row, tree.stop[row]):
            at = tree.parent[found]
            while at > row and not (tree.kind[at] in scopes and scopes[tree.kind[at]].is_function):
                at = tree.parent[at]
            if at == row:
                return True
        return False

    def definition_code(self, rule: Any, row: int) -> core.Function | None:
        """The code of a definition; None where a part of it is not what the table says."""
        made = self._apply([rule], row)
        return made if type(made) is core.Function else None

    def _function_expression(self, row: int) -> Any:
        for rule in self.table.definitions[self.tree.kind[row]]:
            if rule.function is not None and holds(rule.conditions, self.tree, row):
                return self._apply([rule.function], row)
        return None

    def _definition(self, row: int) -> Any:
        """A definition in a statement's place: of the program, or local to this code."""
        at, decorators, _ = self.outline.unwrapped(row)
        if at in self.outline.by_row:
            return self.world.definition_statement(self, at, decorators)
        kind = self.tree.kind[at]
        if at in self.outline.defined_rows and kind not in self.table.variables:
            return ()
        if kind not in self.table.definitions or kind in self.table.variables:
            return self.statement(at) if at != row else None
        for rule in self.table.definitions[kind]:
            if holds(rule.conditions, self.tree, at):
                return self._local_definition(at, rule, decorators)
        return None

    def _local_definition(self, row: int, rule: Any, decorators: Sequence[int]) -> Any:
        name_row = rule.name.first(self.tree, row) if rule.name is not None else -1
        if name_row < 0:
            return None
        name = self.text_of(name_row)
        made = tuple(self.expression(r) for r in decorators)
        scope = self._hoisting_scope(name)
        binder = scope.names[name] if scope is not None else None
        if type(binder) is not int:
            binder = self.bind(name, core.UNKNOWN, row)
        value = None
        if rule.function is not None:
            value = self._apply([rule.function], row)
        if made and type(value) is core.Function:
            value = value._replace(flags=value.flags | {f"name {name}"})  # decorators may read it
        if value is None:
            value = self.opaque(row)
        return core.Define(binder, value, made, row)

    def import_statement(self, row: int) -> tuple[core.Statement, ...]:
        """An import where it runs with other code: its module is loaded, its names are stored."""
        found: list[Any] = []
        loaded = ""
        for entry in self.outline.imports_at(row):
            if entry.is_type_only:
                continue
            target = self.world.imported(self.outline, entry)
            if entry.module != loaded and self.scopes:
                loaded = entry.module
                value = core.Argument(
                    core.Literal("str", self.world.module_path(self.outline, entry))
                )
                call = core.Call(core.External("import"), (value,), "import", row=row)
                found.append(core.Evaluate(call, row))
            if entry.alias and target is not None:
                pattern = self._import_target(entry.alias, row)
                if pattern is not None:
                    self.mention(target, row, "import")
                    found.append(core.Evaluate(core.Assign(pattern, target, row), row))
        return tuple(found)

    def _import_target(self, name: str, row: int) -> core.Pattern | None:
        """Where an import stores a name; None where the name means the imported thing itself."""
        scope = self._hoisting_scope(name)
        if scope is not None:
            binder = scope.names[name]
            return core.TargetPattern(core.Local(binder, row), row) if type(binder) is int else None
        symbol = self.outline.symbol_of(name)
        return core.TargetPattern(core.Ref(symbol, row), row) if symbol is not None else None

    def handler_binder(self, name: str, a: Makers, row: int) -> tuple[int, Any]:
        """The binder of what a handler catches, and statements that store it elsewhere."""
        if "pattern" in a:
            pattern = self.binding(a["pattern"], row)
            if type(pattern) is core.BindPattern:
                return pattern.binder, ()
            if pattern is None or type(pattern) is core.AnyPattern:
                return -1, ()
            place = getattr(pattern, "place", None)
            if type(place) is core.Local:
                return place.binder, ()
            binder = self.fresh("")
            return binder, (core.Let(pattern, core.Local(binder, row), row=row),)
        return (self.bind(name, core.UNKNOWN, row) if name else -1), ()

    # Statements that need more than a template

    def let(self, row: int, a: Makers) -> Any:
        """A declaration: values are lowered before the names come into scope."""
        declared = (a["type"](self, row) if "type" in a else None) or core.UNKNOWN
        is_typed = bool(declared.name)
        pattern = None
        if is_typed and self.table.semantics.get("names_before_values"):
            pattern = self._let_pattern(row, a, declared)
        self.expected = declared
        value = a["value"](self, row) if "value" in a else None
        self.expected = core.UNKNOWN
        if "values" in a:
            values = a["values"](self, row)
            items = tuple(core.Item(v) for v in values)
            value = values[0] if len(values) == 1 else None
            if len(values) > 1:
                value = core.Construct("tuple", items, row=row)
        infers = self.table.semantics.get("static_types") or (
            "infers" in a and a["infers"](self, row)
        )
        if not declared.name and value is not None and infers:
            declared = self._inferred_types(value, is_several="patterns" in a)
            if declared.name == "&" and self.table.semantics.get("undeclared_types_copy"):
                declared = declared.arguments[0] if declared.arguments else core.UNKNOWN
        otherwise = a["otherwise"](self, row) if "otherwise" in a else ()
        if pattern is None:
            pattern = self._let_pattern(row, a, declared)
        kind = a["kind"](self, row) if "kind" in a else ""
        if type(pattern) is core.TargetPattern:
            if value is None:
                return ()
            if self.entry is None and self._defines(pattern):
                return core.Evaluate(pattern.place, row)
            return core.Evaluate(core.Assign(pattern, value, row), row)
        return core.Let(pattern, value, kind, otherwise, row, is_typed)

    def _defines(self, pattern: core.TargetPattern) -> bool:
        """Whether a store of the top level is the definition of a symbol, with its value."""
        place = pattern.place
        entry = self.world.entries.get(place.symbol) if type(place) is core.Ref else None
        return entry is not None and self.outline.owns_value(entry)

    def _inferred_types(self, value: Any, *, is_several: bool) -> core.Type:
        """The type of a value; of several names the types of each, as Type('each')."""
        if not is_several:
            return inference.type_of(self, value)
        if type(value) is core.Construct and value.kind == "tuple" and not value.type.name:
            return core.Type("each", tuple(inference.type_of(self, i.value) for i in value.items))
        found = inference.type_of(self, value)
        return found._replace(name="each") if found.name == "tuple" else core.Type("each", (found,))

    def _let_pattern(self, row: int, a: Makers, declared: core.Type) -> Any:
        reuses = bool(a["reuses"](self, row)) if "reuses" in a else False
        if "patterns" not in a:
            return self.binding(a["pattern"], row, declared)
        known = dict(self.scopes[-1].names) if reuses and self.scopes else {}
        patterns = self.binding(a["patterns"], row, declared)
        if known:
            patterns = tuple(self._reused(pattern, known) for pattern in patterns)
        return patterns[0] if len(patterns) == 1 else core.TuplePattern("tuple", patterns, -1, row)

    def _reused(self, pattern: Any, known: dict[str, Any]) -> Any:
        """A declared name that its scope has already, as the store to it that it is."""
        if type(pattern) is not core.BindPattern:
            return pattern
        name = self.binders[pattern.binder].name
        before = known.get(name)
        if type(before) is not int:
            return pattern
        self.scopes[-1].names[name] = before
        return core.TargetPattern(core.Local(before, pattern.row), pattern.row)

    def assign(self, row: int, a: Makers, role: str) -> Any:
        """A store; in a chain the value is evaluated once and stored from left to right."""
        declared = (a["type"](self, row) if "type" in a else None) or core.UNKNOWN
        rows = self._chained(row, a)
        value = self._assigned(rows[-1], a)
        if value is None:
            self._in_mode(a["target"], row, declared, binds=False)
            return ()
        known = declared
        if not declared.name and type(value) is not core.Opaque:
            self.inferred = inference.type_of(self, value)
        patterns = [self._target(r, a, known) for r in rows]
        if len(patterns) == 1:
            inferred, self.inferred = self.inferred, core.UNKNOWN
            self._infer(patterns[0], inferred)
            return core.Assign(patterns[0], value, row)
        self.inferred = core.UNKNOWN
        binder = self.fresh("", known)
        stores = [core.Let(core.BindPattern(binder), value, row=row)]
        stores += [
            core.Evaluate(core.Assign(p, core.Local(binder, row), row), row)  # type: ignore[misc]
            for p in patterns
        ]
        if role == "statement" or self.tree.kind[self.tree.parent[row]] in self.table.blocks:
            return tuple(stores)
        return core.BlockValue(tuple(stores), core.Local(binder, row), row)

    def _infer(self, pattern: Any, inferred: core.Type) -> None:
        """Note the type of a local by the value of the one statement that stores to it."""
        place = getattr(pattern, "place", None)
        if not inferred.name or type(place) is not core.Local:
            return
        name = self.binders[place.binder].name
        scope = self._hoisting_scope(name)
        if scope is not None and len(scope.hoisted[name].rows) == 1 and name not in scope.given:
            self.retype(place.binder, inferred)

    def _assigned(self, row: int, a: Makers) -> Any:
        if "value" in a:
            return a["value"](self, row)
        values: tuple[Any, ...] = a["values"](self, row) if "values" in a else ()
        if len(values) == 1:
            return values[0]
        return (
            core.Construct("tuple", tuple(core.Item(v) for v in values), row=row)
            if values
            else None
        )

    def _target(self, row: int, a: Makers, declared: core.Type) -> Any:
        if "targets" not in a:
            return self._in_mode(a["target"], row, declared, binds=False)
        patterns = self.storing(a["targets"], row)
        return patterns[0] if len(patterns) == 1 else core.TuplePattern("tuple", patterns, -1, row)

    def _chained(self, row: int, a: Makers) -> list[int]:
        rows = [row]
        while "chain" in a:
            inner = a["chain"](self, rows[-1])
            if inner < 0 or self.tree.kind[inner] != self.tree.kind[row]:
                break
            rows.append(inner)
        return rows

    def nested(self, rows: Sequence[int], body: Callable[[], Any]) -> Any:
        """Statements one inside the other, the body in the last."""
        if not rows:
            return body()
        self._inner: Callable[[], Any] = lambda: self.nested(rows[1:], body)
        return self.part("with", rows[0])

    def inner(self) -> Any:
        """What stands in the innermost of nested statements."""
        found = self._inner()
        return found if type(found) is tuple else (found,)

    def alternatives(self, rows: Sequence[int]) -> tuple[core.Statement, ...]:
        """`elif` and `else` branches that follow each other, as one in the other."""
        found: tuple[core.Statement, ...] = ()
        for made in reversed([self.statements([row]) for row in rows]):
            last = made[-1] if made else None
            if len(made) == 1 and type(last) is core.If and found:
                found = (last._replace(otherwise=found),)
            else:
                found = (*made, *found)
        return found

    # What no rule knows

    def opaque(self, row: int) -> core.Opaque:
        """A construct that the table does not know: its tokens, and the known code inside it."""
        self.use = "read"
        self.opaque_kinds.append(self.tree.kind_name(row))
        tokens: list[str] = []
        parts: list[core.Expression] = []
        if self.tree.flags[row] & LEAF:
            self._opaque_leaf(row, tokens, parts)
        for child in self.tree.children(row):
            self._opaque_below(child, tokens, parts, self._depth)
        return core.Opaque(self.tree.kind_name(row), tuple(tokens), tuple(parts), row)

    def spelled(self, row: int) -> core.Opaque:
        """Code that may make texts of its words: names are what they are called."""
        found = self.opaque(row)
        tree = self.tree
        rows = range(row, tree.stop[row])
        leaves = [at for at in rows if tree.flags[at] & LEAF]
        comments = tree.language.comment_kinds
        tokens = tuple(self.text_of(at) for at in leaves if tree.kind[at] not in comments)
        return found._replace(tokens=tokens)

    def _opaque_below(self, row: int, tokens: list[str], parts: list[Any], depth: int) -> None:
        tree = self.tree
        kind = tree.kind[row]
        if kind in tree.language.comment_kinds:
            return
        if tree.flags[row] & LEAF:
            self._opaque_leaf(row, tokens, parts)
        elif depth < _DEEPEST and kind in self.table.expressions:
            tokens.append(f"\x00{len(parts)}")
            parts.append(self.expression(row))
        elif depth < _DEEPEST and kind in self.table.definitions:
            found = self._function_expression(row)
            if found is not None:
                tokens.append(f"\x00{len(parts)}")
                parts.append(found)
            else:
                for child in tree.children(row):
                    self._opaque_below(child, tokens, parts, depth + 1)
        else:
            for child in tree.children(row):
                self._opaque_below(child, tokens, parts, depth + 1)

    def _opaque_leaf(self, row: int, tokens: list[str], parts: list[Any]) -> None:
        if self.tree.kind[row] in self.table.words:
            for word in _WORDS.findall(self.text_of(row)):
                if word[0].isalpha() or word[0] == "_":
                    tokens.append(f"\x00{len(parts)}")
                    parts.append(self.name(word, row, "read"))
                elif not word.isspace():
                    tokens.append(word)
        elif self.tree.kind[row] in self.table.names and not self._is_label(row):
            text = self.text_of(row)
            place = self._type_parameter(text)
            tokens.append(f"\x00{len(parts)}" if place is None else f"${place}")
            if place is None:
                parts.append(self.name(text, row, "read"))
        else:
            tokens.append(self.text_of(row))

    def _type_parameter(self, text: str) -> int | None:
        """The place of a type parameter that a name means, where it means no value."""
        for scope in reversed(self.scopes):
            if text in scope.names:
                return None
            if text in scope.type_names:
                return scope.type_names[text]
        return None

    def _is_label(self, row: int) -> bool:
        """Whether a name is a word of its place (a keyword argument's) and refers to nothing."""
        parent = self.tree.parent[row]
        selector = self.table.labels.get(self.tree.kind[parent]) if parent >= 0 else None
        return selector is not None and selector.first(self.tree, parent) == row

    def _flat(self, row: int) -> core.Opaque:
        """Code that is nested too deeply, as tokens; its names are resolved."""
        self.opaque_kinds.append("flat")
        tree = self.tree
        tokens: list[str] = []
        parts: list[core.Expression] = []
        for at in range(row, tree.stop[row]):
            if tree.flags[at] & LEAF and tree.kind[at] not in tree.language.comment_kinds:
                self._opaque_leaf(at, tokens, parts)
        return core.Opaque(tree.kind_name(row), tuple(tokens), tuple(parts), row)


_MATCHED = {core.Kind.CONSTANT, core.Kind.VARIABLE, core.Kind.VARIANT, core.Kind.CLASS}
_STATEMENT_NAMES = {
    "Let", "Evaluate", "Block", "If", "Loop", "ForEach", "Switch", "Return", "Leave", "Throw",
    "Assert", "Try", "With", "Defer", "Define", "Labeled",
}  # fmt: skip


def hoisted(body: tuple[core.Statement, ...]) -> tuple[core.Statement, ...]:
    """Statements with the functions of a block first, where one is named above its definition."""
    places = {
        one.binder: at
        for at, one in enumerate(body)
        if type(one) is core.Define and type(one.value) is core.Function and not one.decorators
    }
    first = min(places.values(), default=0)
    if not any(_names(one, set(places)) for one in body[:first]) and not any(
        _names(one, {binder for binder, there in places.items() if there > at})
        for at, one in enumerate(body[first:], first)
        if at not in places.values()
    ):
        return body
    functions = tuple(body[at] for at in sorted(places.values()))
    return functions + tuple(one for at, one in enumerate(body) if at not in places.values())


def _names(code: Any, binders: set[int]) -> bool:
    """Whether code names one of some locals."""
    if not binders or not isinstance(code, tuple):
        return False
    if type(code) is core.Local:
        return code.binder in binders
    return any(_names(one, binders) for one in code)


def _stored(body: tuple[Any, ...], binder: int) -> tuple[Any, ...]:
    """Statements whose last value is stored to a local."""
    if not body:
        return body
    last = body[-1]
    if type(last) is core.Evaluate:
        pattern = core.TargetPattern(core.Local(binder, last.row), last.row)
        value = last.value
        if type(value) is core.BlockValue:
            if value.value is None:
                return (*body[:-1], *value.statements)
            body, value = (*body[:-1], *value.statements, last), value.value
        return (*body[:-1], core.Evaluate(core.Assign(pattern, value, last.row), last.row))
    if type(last) is core.If:
        arms = _stored(last.then, binder), _stored(last.otherwise, binder)
        return (*body[:-1], last._replace(then=arms[0], otherwise=arms[1]))
    if type(last) is core.Block:
        return (*body[:-1], last._replace(statements=_stored(last.statements, binder)))
    return body


def _settled(body: tuple[Any, ...]) -> tuple[Any, ...]:
    """A body without the wrapping of one value: `return { a; b }` is `a; return b`."""
    if body and type(body[-1]) is core.Return and type(body[-1].value) is core.BlockValue:
        last: core.Return = body[-1]
        block: Any = last.value
        body = (*body[:-1], *block.statements)
        if block.value is not None:
            return _settled((*body, core.Return(block.value, last.row)))
    return body


def _canonical(table: Any, found: core.Type) -> core.Type:
    """A type by its canonical name; `?` in the table means a nullable of its argument."""
    if type(found.name) is not str:
        return found
    name = table.type_names.get(found.name, found.name)
    if name == "?" and found.arguments:
        return found.arguments[0]._replace(is_nullable=True)
    return found if name in (found.name, "?") else found._replace(name=name)


__all__ = ["Binder", "Lowerer", "Mention", "Rest"]
