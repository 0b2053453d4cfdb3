"""Parameters of functions: binders, receivers, how each may be given, type parameters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.semantics import core
from tracer.semantics.lowering.nodes.construct import Marker, Rest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tracer.semantics.lowering.code.lowerer import Lowerer
    from tracer.semantics.lowering.nodes.construct import Makers


class Parameters:
    """Lowers the parameters of the functions of one unit."""

    def __init__(self, low: Lowerer) -> None:
        self._low = low
        self._receiver = ""
        self._properties: list[core.Statement] = []

    def all(self, make: Any, row: int) -> tuple[core.Parameter, ...]:
        """A function's parameters; markers between them say how they are given."""
        low = self._low
        receiver, low.receiver_kind = low.receiver_kind, ""
        self._receiver = receiver
        found: list[core.Parameter] = []
        is_keyword = False
        for made in make(low, row):
            if type(made) is Marker:
                if made.kind == "positional":
                    found = [p._replace(kind=p.kind or "positional") for p in found]
                is_keyword = is_keyword or made.kind == "keyword"
                continue
            kind = made.kind or ("keyword" if is_keyword else "")
            found.append(made._replace(kind=kind))
            if kind == "*" and low.table.semantics.get("keywords_after_variadic"):
                is_keyword = True
        return tuple(found)

    def typed(
        self, parameters: tuple[core.Parameter, ...], types: Sequence[core.Type]
    ) -> tuple[core.Parameter, ...]:
        """Parameters without a type with those of what they are handed; no declaration converts."""
        if len(parameters) == len(types):
            for one, of in zip(parameters, types, strict=True):
                if not one.type.name:
                    self._low.retype(one.binder, of)
        return parameters

    def one(self, row: int, a: Makers) -> Any:
        """A parameter; several where names share a type; none for the receiver."""
        low = self._low
        declared = (a["type"](low, row) if "type" in a else None) or core.UNKNOWN
        if "is_nullable" in a and a["is_nullable"](low, row):
            declared = declared.or_nothing("undefined")
        default = self._default(a["default"], row) if "default" in a else None
        if declared.name and isinstance(default, core.Literal) and default.kind == "null":
            declared = declared._replace(is_nullable=True, nothing="")  # whatever the type says
        kind = a["kind"](low, row) if "kind" in a else ""
        if "is_receiver" in a and a["is_receiver"](low, row):
            self._receiver = "self"
            low.receiver_reference = _reference(low.text_of(row))
        if "pattern" in a and "names" not in a:
            made = self._destructured(row, a, default, kind, declared)
            if "property" in a and type(made) is core.Parameter:
                self._add_property(a["property"](low, row), made, row)
            return made
        found = []
        for name_row in a["names"](low, row) if "names" in a else ():
            name = low.text_of(name_row)
            if self._takes_receiver(name, name_row):
                continue
            found.append(
                core.Parameter(self._bind(name, declared, name_row), name, default, kind, declared)
            )
        if not found and "names" in a and not a["names"](low, row) and not self._receiver:
            return core.Parameter(low.fresh("", declared), "", default, kind, declared)
        self._receiver = ""
        return tuple(found)

    def _add_property(self, name: str, parameter: core.Parameter, row: int) -> None:
        """A parameter that is a field, too: its value is stored there first."""
        low = self._low
        place = low.member(core.Self("self", row), name, False, row, "write")
        value = core.Local(parameter.binder, row)
        stored = core.Assign(core.TargetPattern(place, row), value, row)
        self._properties.append(core.Evaluate(stored, row))

    def take_properties(self) -> tuple[core.Statement, ...]:
        """Stores of parameters that are fields, each once."""
        found, self._properties = tuple(self._properties), []
        return found

    def _takes_receiver(self, name: str, row: int) -> bool:
        """Whether this is the receiver: its name then means it."""
        if not self._receiver:
            return False
        self._low.scopes[-1].names[name] = core.Self(self._receiver, row)
        self._receiver = ""
        return True

    def _bind(self, name: str, declared: core.Type, row: int) -> int:
        low = self._low
        low.scopes[-1].given.add(name)
        known = low.scopes[-1].names.get(name)
        if type(known) is int:
            low.retype(known, declared)
            return known
        return low.bind(name, declared, row)

    def _destructured(
        self, row: int, a: Makers, default: Any, kind: str, declared: core.Type
    ) -> core.Parameter | tuple[()]:
        """A parameter that is a pattern; a plain name is none."""
        low = self._low
        scope = low.scopes[-1]
        before = low.binds, scope.hoisted
        low.binds, scope.hoisted = True, {}
        low.declared = declared
        try:
            pattern = a["pattern"](low, row)
        finally:
            low.binds, scope.hoisted = before
            low.declared = core.UNKNOWN
        if type(pattern) is Rest:
            kind, pattern = "*", pattern.pattern
        if type(pattern) is core.DefaultPattern and default is None:
            pattern, default = pattern.pattern, pattern.default
        if type(pattern) is core.BindPattern:
            name = low.binders[pattern.binder].name
            scope.given.add(name)
            if self._receiver:
                self._takes_receiver(name, row)
                return ()
            hoisted = scope.hoisted.get(name)
            if hoisted is not None and type(scope.names.get(name)) is int:
                low.retype(pattern.binder, declared)
            low.retype(pattern.binder, declared)
            said = pattern.is_mutable
            return core.Parameter(pattern.binder, name, default, kind, declared, is_mutable=said)
        self._receiver = ""
        return core.Parameter(low.fresh("", declared), "", default, kind, declared, pattern)

    def _default(self, make: Any, row: int) -> Any:
        """A default; outside of the function where it is evaluated when that is defined."""
        low = self._low
        if low.table.semantics.get("defaults_before_body"):
            scope = low.scopes[-1]
            names = scope.names
            scope.names = {
                n: b for n, b in names.items() if n in scope.given or n not in scope.hoisted
            }
            try:
                return make(low, row)
            finally:
                scope.names = names | scope.names
        if not low.table.semantics.get("defaults_outside"):
            return make(low, row)
        scope = low.scopes.pop()
        try:
            return make(low, row)
        finally:
            low.scopes.append(scope)

    def type_parameters(self, rows: Sequence[int]) -> None:
        """Names of type parameters (and lifetimes) mean their place, counted from outside."""
        low = self._low
        count = sum(len(scope.type_names) for scope in low.scopes)
        known = low.scopes[-2].type_names if len(low.scopes) > 1 and low.scopes[-2].row < 0 else {}
        for row in rows:
            name = type_parameter_name(low, row)
            if name and name not in known:
                low.scopes[-1].type_names[name] = count
                count += 1

    def results(
        self, a: Makers, row: int, result: core.Type | None
    ) -> tuple[list[int], tuple[Any, ...]]:
        """Binders of named results, and the declarations a body starts with."""
        low = self._low
        if "named_results" not in a:
            return [], ()
        rows = tuple(a["named_results"](low, row))
        types = result.arguments if result is not None and result.name == "tuple" else ()
        if len(types) != len(rows):
            types = (core.UNKNOWN,) * len(rows)
        binders = [
            low.bind(low.text_of(name_row), type_, name_row)
            for name_row, type_ in zip(rows, types, strict=True)
        ]
        lets = tuple(
            core.Let(core.BindPattern(b, type_, row=row), kind="result", row=row)
            for b, type_ in zip(binders, types, strict=True)
        )
        return binders, lets


def type_parameter_name(low: Lowerer, row: int) -> str:
    """The name that a type parameter declares."""
    tree = low.tree
    at = tree.child_by_field(row, "name")
    if at >= 0 and tree.kind[at] not in low.table.names and tree.stop[at] > at + 1:
        row, at = at, -1  # a lifetime
    if at < 0:
        at = next((r for r in range(row, tree.stop[row]) if tree.kind[r] in low.table.names), -1)
    return low.text_of(at) if at >= 0 else ""


def _reference(receiver: str) -> str:
    """As what reference a receiver is taken: `&'a mut self` as `&mut`, `self` as none."""
    words = receiver.partition("self")[0]
    return "" if "&" not in words else "&mut" if "mut" in words else "&"
