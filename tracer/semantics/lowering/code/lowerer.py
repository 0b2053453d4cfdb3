"""`Lowerer`: the code of one definition, or of a file's top level, as core language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.fingerprint.brackets import needs_brackets
from tracer.semantics import core
from tracer.semantics.lowering.code.calls import textual
from tracer.semantics.lowering.code.functions import import_statement, nested_definition
from tracer.semantics.lowering.code.names import Names
from tracer.semantics.lowering.code.parameters import Parameters
from tracer.semantics.lowering.nodes.bodies import functions_first, stored_last
from tracer.semantics.lowering.nodes.construct import PLURAL, MissingError
from tracer.semantics.lowering.nodes.opaque import DEEPEST, flat, opaque
from tracer.semantics.lowering.outline.selectors import holds
from tracer.semantics.lowering.types.inference import stored_type
from tracer.semantics.lowering.types.types import lowered_type
from tracer.syntax import LEAF

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from tracer.semantics.lowering.outline.entries import Entry
    from tracer.semantics.lowering.outline.outline import Outline
    from tracer.semantics.lowering.world.world import World


class Lowerer(Names):
    """Lowers rows of one unit: a definition, or what a file runs when it is loaded."""

    def __init__(self, world: World, outline: Outline, entry: Entry | None) -> None:
        super().__init__(world, outline, entry)
        self.parameters = Parameters(self)

    def single(self, role: str, row: int) -> Any:
        """One row in a role."""
        if role == "expression":
            return self.expression(row)
        if role == "pattern":
            return self.pattern(row)
        if role == "type":
            return lowered_type(self, row)
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
        is_each = role == "patterns" or (role == "fields" and self.declared.name == "each")
        types = self._declared_each(len(rows)) if is_each else None
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
        """The declared type of each of several patterns: one for all, or a tuple of them.

        `present`: of a value, and of whether there is one, which may be left out.
        """
        declared, self.declared = self.declared, core.UNKNOWN
        if declared.name == "present":
            return list(declared.arguments[:count])
        if declared.name == "each":
            fits = len(declared.arguments) == count
            return list(declared.arguments) if fits else [core.UNKNOWN] * count
        return [declared] * count

    def expression(self, row: int) -> Any:
        """The expression at a row; opaque where the table has nothing for it.

        A whole expression with a macro that is no closed expression is its tokens: its tree is
        not what the compiler reads.
        """
        if self._nesting or not self.world.macros.has_macros:
            return self._expression(row)
        self._nesting, self.is_textual = 1, False
        try:
            found = self._expression(row)
            return textual(self, row) if self.is_textual else found
        finally:
            self._nesting, self.is_textual = 0, False

    def _expression(self, row: int) -> Any:
        self.depth += 1
        try:
            if self.depth > DEEPEST:
                return flat(self, row)
            use = self.use
            kind = self.tree.kind[row]
            rules = self.table.expressions.get(kind)
            if rules:
                found = self.applied(rules, row)
                if found is not None:
                    return found
            elif kind in self.table.definitions and kind not in self.table.variables:
                found = self.function_expression(row)
                if found is not None:
                    return found
            rules = self.table.statements.get(kind)
            if rules:
                found = self.applied(rules, row)
                if found is not None:
                    return self._as_expression(found, row)
            self.use = use
            return opaque(self, row)
        finally:
            self.depth -= 1

    def applied(self, rules: Any, row: int) -> Any:
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
        self.depth += 1
        nesting, self._nesting = self._nesting, 0
        try:
            if self.depth > DEEPEST:
                return flat(self, row)
            kind = self.tree.kind[row]
            table = self.table
            outline = self.outline
            if row in outline.by_statement:
                return self.world.defined_together(self, row)
            if kind in table.definitions or kind in table.wrappers or row in outline.by_row:
                found = nested_definition(self, row)
                if found is not None:
                    return found
            if kind in self.table.imports and self.outline.imports_at(row):
                return import_statement(self, row)
            rules = self.table.statements.get(kind) or self.table.expressions.get(kind)
            found = self.applied(rules, row) if rules else None
            if found is None:
                if kind in self.table.blocks:
                    return core.Block(self.block(row), row)
                found = opaque(self, row)
            return self._as_statement(found, row)
        finally:
            self.depth -= 1
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
        return functions_first(found) if self.table.semantics.get("functions_first") else found

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
            return flat(self, row)
        if kind is tuple or kind.__name__ in _STATEMENT_NAMES:
            return found
        if kind is core.BlockValue and found.value is None:
            return core.Block(found.statements, row)
        if kind is core.Opaque:
            return found
        if self._declares(found):
            return flat(self, row)
        return core.Evaluate(found, row)

    def _as_expression(self, found: Any, row: int) -> Any:
        if type(found) is core.Evaluate:
            return found.value
        return core.BlockValue(found if type(found) is tuple else (found,), None, row)

    def as_value(self, switch: core.Switch) -> core.BlockValue:
        """A switch whose cases end in values, as an expression: a fresh local takes them."""
        binder = self.fresh("")
        cases = tuple(case._replace(body=stored_last(case.body, binder)) for case in switch.cases)
        if self.table.semantics.get("static_types"):
            self.retype(binder, stored_type(self, cases, binder))
        row = switch.row
        statements = (core.Let(core.BindPattern(binder), row=row), switch._replace(cases=cases))
        return core.BlockValue(statements, core.Local(binder, row), row)

    def part(self, role: str, row: int) -> Any:
        """An argument, item, parameter, case, handler, piece, clause or field."""
        rules = self.table.parts.get(self.tree.kind[row])
        if rules:
            found = self.applied(rules, row)
            if found is not None:
                return found
        if role == "argument":
            return core.Argument(self.expression(row))
        if role == "item":
            return core.Item(self.expression(row))
        if role == "piece":
            if self.tree.flags[row] & LEAF:
                return core.TemplatePart(self.text_of(row))
            return core.TemplatePart("", opaque(self, row), "opaque")
        if role == "field":
            return self.pattern(row)
        raise MissingError(role)

    # Patterns

    def pattern(self, row: int) -> Any:
        """The pattern at a row: by the table, else a place to store to."""
        self.depth += 1
        try:
            if self.depth > DEEPEST:
                return flat(self, row)
            rules = self.table.patterns.get(self.tree.kind[row])
            found = self.applied(rules, row) if rules else None
            if found is not None:
                return found
            self.use = "write"
            place = self.expression(row)
            self.use = "read"
            if self._declares(place):
                return flat(self, row)
            return place if type(place) is core.Opaque else core.TargetPattern(place, row)
        finally:
            self.depth -= 1

    def binding(
        self, make: Callable[..., Any], row: int, declared: core.Type = core.UNKNOWN
    ) -> Any:
        """Patterns that declare their names."""
        return self.in_mode(make, row, declared, binds=True)

    def storing(self, make: Callable[..., Any], row: int) -> Any:
        """Patterns that store to what is declared elsewhere."""
        return self.in_mode(make, row, core.UNKNOWN, binds=False)

    def guessing(
        self, make: Callable[..., Any], row: int, guessed: core.Type, *, binds: bool
    ) -> Any:
        """A target whose type is no declared one: it holds of names that one place binds."""
        before, self.guesses = self.guesses, True
        try:
            return self.in_mode(make, row, guessed, binds=binds)
        finally:
            self.guesses = before

    def in_mode(
        self, make: Callable[..., Any], row: int, declared: core.Type, *, binds: bool
    ) -> Any:
        """Lower a target: as a pattern that binds, or one that stores; with its declared type."""
        before = self.binds, self.declared
        self.binds, self.declared = binds, declared
        try:
            return make(self, row)
        finally:
            self.binds, self.declared = before

    # Functions and definitions

    def definition_code(self, rule: Any, row: int) -> core.Function | None:
        """The code of a definition; None where a part of it is not what the table says."""
        made = self.applied([rule], row)
        return made if type(made) is core.Function else None

    def function_expression(self, row: int) -> Any:
        """A nested function as a value; None where the table has no rule for it."""
        for rule in self.table.definitions[self.tree.kind[row]]:
            if rule.function is not None and holds(rule.conditions, self.tree, row):
                return self.applied([rule.function], row)
        return None

    # Statements that need more than a template

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


_STATEMENT_NAMES = {
    "Let", "Evaluate", "Block", "If", "Loop", "ForEach", "Switch", "Return", "Leave", "Throw",
    "Assert", "Try", "With", "Defer", "Define", "Labeled",
}  # fmt: skip
