"""Functions and their calls, as the rules that put a body in the place of a call see them.

Table `expansion` of verdicts.yaml:

- `functions`: kinds with a name, parameters and a body; `not_with`: words of a header that make
  a call more than running the body (`async`, `synchronized`); `not_inside`: kinds in a body that
  depend on being in that function (`yield`, `await`, closures where they see variables change);
- `parameter`: kinds of parameters that take one argument -> the field of their name ("." for
  the leaf itself, "0" for the first child); `types`: whether their type must be the argument's;
- `call`: its kind and fields; `member`: the kind and fields of `object.name` that is called;
- `receivers`: objects a method reaches its own class through; `self_parameter`: whether a method
  gets its object as first parameter;
- `without_object`: words of a header that leave a method without an object of the class;
  `object_after`: words before which there is none yet;
- `argument`: kinds of arguments that are no plain positional ones;
- `hoisted`: whether a function may be called before its definition is reached;
- `jumps`: kinds that jump -> kinds they leave or go on with;
- `lazy`, `repeats`: kinds whose insides run later, and more than once;
- `choices`: kinds of which one branch runs, when the last one is of the kind that goes with it;
  `chosen`: kinds of their other branches;
- `loops`, `as_target`: positions assigned before a body runs; `guards`: kinds after which code
  may still run when control leaves; `fresh`: kinds of declarations that make a new variable;
- `own_words`, `own_kinds`, `class_words`: words, or kinds, that mean something else in another
  function, or class;
- `leaves`: kinds that leave a function;
- `overloads`: whether functions of one name may differ in how many parameters they have;
- `assigns`: positions that store a new value in a variable;
- `leading`: what strings are that stand alone at the start of a body: a `value` somebody may read
  off the function, or a `directive` about how it runs.

What statements are is for `statements` to read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.model.named_tuple import NamedTuple
from tracer.semantics.functions.statements import Bodies
from tracer.semantics.language.tables import has_kind, has_word, named_children
from tracer.syntax.grammar import Role
from tracer.syntax.names import defined_name, wrapper_of
from tracer.syntax.tree import LEAF

if TYPE_CHECKING:
    from collections.abc import Iterable


_BARE_JUMP = 3  # rows of `break ;`


class Function(NamedTuple):
    """One function: its row, name, parameters (name leaf by word, in order) and statements."""

    row: int
    name: str
    holder: int  # row of the class or file it belongs to
    parameters: tuple[int, ...]
    body: int
    statements: tuple[int, ...]

    @property
    def key(self) -> str:
        """The name, and how many arguments it takes."""
        return f"{self.name}/{len(self.parameters)}"


class Call(NamedTuple):
    """One call of a function by its name: row, and the row of each argument in order."""

    row: int
    arguments: tuple[int, ...]


class Functions(Bodies):
    """The functions of one file."""

    @property
    def is_known(self) -> bool:
        """Whether the language's table says how calls and bodies correspond."""
        return bool(self.table)

    def at(self, row: int) -> Function | None:
        """The function defined at `row`, if it is one that calls can be replaced by."""
        tree = self.tree
        if tree.kind_name(row) not in self.table["functions"] or wrapper_of(tree, row) != row:
            return None
        name = defined_name(tree, row)
        body = tree.child_by_field(row, "body")
        parameters = self._parameters(row)
        if name is None or body < 0 or parameters is None or self._is_special(row, body):
            return None
        leading = len(self.leading(row))
        if leading and self.table.get("leading") == "directive":
            return None
        statements = tuple(self.statements(body)[leading:])
        return Function(row, name, self.holder(row), parameters, body, statements)

    def leading(self, function: int) -> list[bytes]:
        """The strings that stand alone at the start of a function's body, where they count."""
        found: list[bytes] = []
        if not self.table.get("leading"):
            return found
        tree, roles = self.tree, self.tree.language.roles
        body = self.body_of(function)
        for statement in self.statements(body) if body >= 0 and self.is_list(body) else ():
            value = self.expression(statement)
            if not roles[tree.kind[value]] & Role.LITERAL or tree.slice(value)[-1:] not in (
                b"'",
                b'"',
            ):
                break
            found.append(tree.slice(value))
        return found[:1] if self.table["leading"] == "value" else found

    def is_strict(self, row: int) -> bool:
        """Whether the code at a row runs in the stricter mode of a language that has two.

        True where there is but one. Table `expansion.strict`: `within`, kinds whose insides do;
        `directive`, the text that asks for it at the start of a function or file.
        """
        tree, table = self.tree, self.table.get("strict")
        if not table or has_kind(tree, self.names.tables.module_markers):
            return True
        at = row
        while at >= 0:
            body = self.body_of(at) if at else at
            is_body = body >= 0 and self.is_list(body)
            if tree.kind_name(at) in table["within"] or (
                is_body and self._asks(body, table["directive"].encode())
            ):
                return True
            at = tree.parent[at]
        return False

    def _asks(self, body: int, directive: bytes) -> bool:
        """Whether a directive stands among the strings that a list of statements starts with."""
        tree = self.tree
        for statement in self.statements(body):
            text = tree.slice(self.expression(statement))
            if text[:1] not in (b"'", b'"') or text[-1:] != text[:1]:
                return False
            if text[1:-1] == directive:
                return True
        return False

    def depends_on_mode(self, row: int) -> bool:
        """Whether code at a row may do another thing in the other mode (`expansion.strict`)."""
        ids = self.tree.language.kind_ids
        kinds = (self.table.get("strict") or {}).get("matters") or ()
        matter = {ids.get((kind.removeprefix(":"), kind[0] != ":"), -1) for kind in kinds}
        return not matter.isdisjoint(self.tree.kind[row : self.tree.stop[row]])

    def holder(self, row: int) -> int:
        """The class or function around a definition, or 0 for the file."""
        tree, scopes = self.tree, self.names.tables.scopes
        at = tree.parent[row]
        while at > 0 and scopes.get(tree.kind_name(at)) not in ("class", "function"):
            at = tree.parent[at]
        return max(at, 0)

    def enclosing(self, row: int) -> int:
        """The named function around a row, or -1."""
        tree = self.tree
        kinds = (*self.table["functions"], *self.table.get("callers", ()))
        while row >= 0 and tree.kind_name(row) not in kinds:
            row = tree.parent[row]
        return row

    def caller(self, row: int) -> int:
        """The innermost function of any kind around a row, or 0 for the file."""
        scopes = self.names.tables.scopes
        while row > 0 and scopes.get(self.tree.kind_name(row)) != "function":
            row = self.tree.parent[row]
        return max(row, 0)

    def call_of(self, row: int, function: Function) -> Call | None:  # noqa: C901, PLR0911
        """The call whose callee a leaf with the function's name is, arguments by place.

        Where methods name their object, it is the first one; which class it has is not asked here.
        """
        tree, call, member = self.tree, self.table["call"], self.table.get("member")
        receiver, at = -1, tree.parent[row]
        if tree.kind_name(at) == call["kind"] and tree.field_name(row) == call["function"]:
            receiver = tree.child_by_field(at, call["object"]) if "object" in call else -1
        elif member and tree.kind_name(at) == member["kind"]:
            if tree.field_name(row) != member["name"] or tree.field_name(at) != call["function"]:
                return None
            receiver = tree.child_by_field(at, member["object"])
            at = tree.parent[at]
            if tree.kind_name(at) != call["kind"]:
                return None
        else:
            return None
        arguments = self._arguments(at)
        if arguments is None:
            return None
        takes_self = self.takes_self(function)
        if self.is_method(function) and not takes_self:
            caller = self.enclosing(at)
            if caller < 0 or self.holder(caller) != function.holder:
                return None
            if self._is_without_object(caller, at):
                return None
        if takes_self:
            if receiver < 0:
                return None
            arguments = (receiver, *arguments)
        elif not self._is_plain_receiver(receiver, self.is_method(function)):
            return None
        return Call(at, arguments) if len(arguments) == len(function.parameters) else None

    def _is_plain_receiver(self, receiver: int, is_method: bool) -> bool:
        """Whether a callee is written as functions, or methods, of its class are."""
        if receiver < 0:
            return not (is_method and self.table.get("needs_receiver"))
        return is_method and self.tree.slice(receiver).decode() in self.table["receivers"]

    def _is_without_object(self, caller: int, call: int) -> bool:
        """Whether the receiver in a method is no object of the class, or none yet."""
        words, made = (
            frozenset(self.table.get(key) or ()) for key in ("without_object", "object_after")
        )
        tree = self.tree
        if not words and not made:
            return False
        return has_word(tree, caller, words) or any(
            tree.slice(at).decode("utf-8", "replace") in made
            for at in range(call, tree.stop[caller])
            if tree.flags[at] & LEAF
        )

    def arity(self, row: int) -> int:
        """How many parameters the function at `row` has, or -1 where that is not fixed."""
        found = self._parameters(row)
        return -1 if found is None else len(found)

    def call_size(self, row: int) -> int:
        """How many arguments the call has whose callee the leaf at `row` is, or -1."""
        tree, call = self.tree, self.table["call"]
        at = tree.parent[row]
        if tree.kind_name(at) != call["kind"] or tree.field_name(row) != call["function"]:
            return -1
        found = self._arguments(at)
        return -1 if found is None else len(found)

    def parameters(self, row: int) -> tuple[int, ...] | None:
        """Name leaves of a function's parameters, None where one of them is more than a name."""
        return self._parameters(row)

    def arguments(self, row: int) -> tuple[int, ...] | None:
        """The arguments of the call whose callee the leaf at `row` is, None if there is none."""
        tree, call = self.tree, self.table["call"]
        at = tree.parent[row]
        is_called = tree.kind_name(at) == call["kind"] and tree.field_name(row) == call["function"]
        return self._arguments(at) if is_called else None

    def is_method(self, function: Function) -> bool:
        """Whether a function belongs to a class."""
        scopes = self.names.tables.scopes
        return scopes.get(self.tree.kind_name(function.holder)) == "class"

    def takes_self(self, function: Function) -> bool:
        """Whether a function gets the object it is called on as its first parameter."""
        return bool(self.table.get("self_parameter")) and self.is_method(function)

    def _parameters(self, row: int) -> tuple[int, ...] | None:
        """Name leaves of the parameters, None where one of them is more than a name."""
        tree, kinds = self.tree, self.table["parameter"]
        at = tree.child_by_field(row, "parameters")
        if at < 0:
            return None
        found = []
        for kid in named_children(tree, at):
            field = kinds.get(tree.kind_name(kid))
            if field is None:
                return None
            leaf = kid if field == "." else kid + 1
            if field not in (".", "0"):
                leaf = tree.child_by_field(kid, field)
            if leaf < 0 or tree.kind_name(leaf) not in self.names.tables.names:
                return None
            if tree.child_by_field(kid, "value") >= 0:
                return None
            found.append(leaf)
        return tuple(found)

    def first_parameter(self, row: int) -> int:
        """The name leaf of the first parameter, where that is a plain one; else -1."""
        tree, kinds = self.tree, self.table["parameter"]
        at = tree.child_by_field(row, "parameters")
        named = named_children(tree, at) if at >= 0 else []
        field = kinds.get(tree.kind_name(named[0])) if named else None
        return named[0] if field == "." else -1

    def _arguments(self, call: int) -> tuple[int, ...] | None:
        tree = self.tree
        at = tree.child_by_field(call, self.table["call"]["arguments"])
        if at < 0:
            return None
        kids = named_children(tree, at)
        odd = self.table.get("argument") or ()
        if tree.kind_name(at) in odd or any(tree.kind_name(kid) in odd for kid in kids):
            return None
        return tuple(kids)

    def _is_special(self, row: int, body: int) -> bool:
        tree = self.tree
        if has_word(tree, row, frozenset(self.table.get("not_with") or ())):
            return True
        if not self.is_list(body) or self._jumps_out(body):
            return True
        odd = (*self.table.get("not_inside", ()), *self.table.get("not_marked", ()))
        marks = tree.language.raw.get("annotations") or ()
        return (
            self._has_kind(body, tree.stop[body], odd)
            or self._has_kind(row, body, marks)
            or self.suspends(body)
        )

    def _has_kind(self, start: int, stop: int, kinds: Iterable[str]) -> bool:
        """Whether one of the rows is of one of the kinds; a search in C."""
        ids = self.tree.language.kind_ids
        wanted = {ids.get((kind, is_named), -1) for kind in kinds for is_named in (True, False)}
        return not wanted.isdisjoint(self.tree.kind[start:stop])

    def suspends(self, body: int) -> bool:
        """Whether evaluating a subtree stops and goes on later; functions inside aside."""
        tree, scopes = self.tree, self.names.tables.scopes
        kinds = self.table.get("suspends") or ()
        at, last = body, tree.stop[body]
        if not self._has_kind(at, last, kinds):
            return False
        while at < last:
            kind = tree.kind_name(at)
            if kind in kinds:
                return True
            at = tree.stop[at] if scopes.get(kind) == "function" else at + 1
        return False

    def _jumps_out(self, body: int) -> bool:
        """Whether a body has a jump whose loop is not in it."""
        tree = self.tree
        jumps = self.table.get("jumps") or {}
        if not self._has_kind(body, tree.stop[body], jumps):
            return False
        for at in range(body, tree.stop[body]):
            kinds = jumps.get(tree.kind_name(at))
            if kinds is None:
                continue
            if tree.stop[at] - at > _BARE_JUMP:
                return True  # a label, which may be anywhere
            around = tree.parent[at]
            while around > body and tree.kind_name(around) not in kinds:
                around = tree.parent[around]
            if around <= body:
                return True
        return False

    def leaves(self, function: Function) -> list[int]:
        """Rows of the return statements of a function, those of inner functions aside."""
        tree, scopes = self.tree, self.names.tables.scopes
        found, at, last = [], function.body, tree.stop[function.body]
        while at < last:
            if scopes.get(tree.kind_name(at)) == "function":
                at = tree.stop[at]
                continue
            if tree.kind_name(at) == self.table["return"]:
                found.append(at)
            at += 1
        return found

    def ends(self, function: Function) -> bool:
        """Whether control cannot reach the end of the body."""
        last = function.statements[-1] if function.statements else -1
        return last >= 0 and self.tree.kind_name(last) in self.table["leaves"]
