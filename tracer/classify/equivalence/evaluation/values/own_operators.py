"""Code that runs functions of the program by what is no call: its own operators, copies, truth.

`a = b`, `++a`, `*a`, `if (a)` and a copy are steps of the language in the core. Where a class of
the program says itself what they do, code that may use them so is not evaluated. A value of which
no type is known (`auto`, a parameter of a template) may be of any class.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from tracer.classify.equivalence.evaluation.domain.facts import walk
from tracer.classify.equivalence.evaluation.domain.registry import law
from tracer.classify.equivalence.evaluation.domain.state import Frame, State
from tracer.classify.equivalence.evaluation.machine.conversions import declared_of, is_numeric
from tracer.classify.equivalence.evaluation.machine.handlers import UnsupportedError
from tracer.classify.equivalence.evaluation.values.sizes import type_of
from tracer.model.named_tuple import NamedTuple
from tracer.semantics import core

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.classify.equivalence.evaluation.domain.terms import Term
    from tracer.classify.equivalence.evaluation.machine.machine import Machine
    from tracer.semantics.program import Program

_OPERATOR = re.compile(
    rb"(::\s*)?\boperator\s*(\(\s*\)|\[\s*\]|[^\s\w(\"]+|\b[\w:<>*&\s]+?)\s*\(([^;{]*)"
)
_COPY = re.compile(
    rb"(::\s*)?\b(\w+)\s*\(\s*(?:const\s+)?\2\b(?:\s*<[^()]*?>)?\s*(?:const\s*)?&([^;{]*)"
)
_PLAIN = re.compile(rb"=\s*(?:default|delete)\b")
_COMPARISONS = frozenset({"==", "!=", "<=", ">=", "<=>"})
_SIGNS = _COMPARISONS | {"<", ">", "+", "-", "*", "/", "%", "|", "&", "^", ",", "<<", ">>"}
_UNARY = frozenset({"*", "->", "!", "~", "-", "+", "&"})
_ALLOCATING = frozenset({"new", "delete", "co_await"})
_HELD = frozenset({"=", "copy"})  # what a class does to each of its fields, if it says nothing
_SHARED = _HELD | {"binary"}  # what containers do to each of what they hold
_SURE = frozenset({"bool", "void", "nullptr_t", "std.nullptr_t", "*"})
_LANGUAGE = frozenset({"&", "&&", "array"})
_WORDS = frozenset({"", "auto", "list", "tuple", "dict", "set", "str", "function", "overload"})
_NESTED = 6  # types inside types
_INT = core.Type("int")


class _Own(NamedTuple):
    """The operators that a program overloads: all, and those defined outside of classes."""

    all: frozenset[str]
    free: frozenset[str]


_KNOWN: WeakKeyDictionary[Program, _Own] = WeakKeyDictionary()


def check_own(m: Machine, code: Any, frame: Frame, *, is_unfolded: bool = False) -> None:
    """Raises: UnsupportedError for code that may run operators or copies of the program's own."""
    if not m.semantics.operator_prefix or not m.semantics.converts_implicitly:
        return
    own = _own(m.context.program) if m.context.program is not None else None
    if own is None:
        return
    if "," in own.all:
        raise UnsupportedError("operator of the program")
    asked = _Asked(m, State(env={}, frame=frame, heap=("start", frame.id)), own)
    if is_unfolded and isinstance(code, core.Function):
        taken = (code.result, *(one.type for one in code.parameters))
        if any(one.name not in ("&", "&&") and not asked.is_plain(one, "copy") for one in taken):
            raise UnsupportedError("copy of the program")
    for node in walk(code):
        if any(not asked.is_plain(type_, sign) for sign, type_ in asked.used(node)):
            raise UnsupportedError("operator of the program")


def _own(program: Program) -> _Own:
    known = _KNOWN.get(program)
    if known is None:
        free, inside = set[str](), set[str]()
        for file, one in enumerate(program.files):
            if not program.semantics(file).get("operators_overload"):
                continue
            spans = []
            for symbol in program.definitions:
                outline = program.outline(symbol)
                if outline.file == file and outline.kind is core.Kind.CLASS and one.tree:
                    spans.append((one.tree.start[outline.row], one.tree.end[outline.row]))
            for place, is_member, sign in _signs(one.text):
                is_inside = is_member or any(first <= place < last for first, last in spans)
                (inside if is_inside else free).add(sign)
        known = _KNOWN[program] = _Own(frozenset(free | inside), frozenset(free))
    return known


def _signs(text: bytes) -> Iterator[tuple[int, bool, str]]:
    """(place, whether it stands outside of its class, what) of all that a text defines itself."""
    for match in _OPERATOR.finditer(text):
        if _PLAIN.search(match[3]):
            continue
        sign = b"".join(match[2].split()).decode(errors="replace")
        group = ""
        if sign[:1].isalnum() or sign[:1] == "_":
            group = "" if sign.rstrip("[]") in _ALLOCATING else "truth"
        elif sign.endswith("=") and sign != "=":
            group = "" if sign in _COMPARISONS else "++"
        elif sign in {"=", ",", "[]"} or sign in _UNARY:
            group = "*" if sign == "->" else sign
        elif sign in {"++", "--"}:
            group = "++"
        if group:
            yield match.start(), match[1] is not None, group
    for match in _COPY.finditer(text):
        if not _PLAIN.search(match[3]):
            yield match.start(), match[1] is not None, "copy"


def _is_outside(of: core.Type) -> bool:
    """Whether a type is one that is not seen: of a header that is not there, or a parameter's."""
    name = of.name
    if not isinstance(name, str) or name in _LANGUAGE or name in _WORDS:
        return False
    return not name.startswith("std.")


class _Asked:
    """Finds the operators and copies in one function, with the types they are applied to."""

    def __init__(self, m: Machine, s: State, own: _Own) -> None:
        self._m, self._s, self._own = m, s, own

    def is_plain(self, of: core.Type, sign: str, depth: int = 0) -> bool:
        """Whether the language alone says what an operator does with values of a type."""
        if is_numeric(self._m, of) and isinstance(of.name, str):
            return True
        if isinstance(of.name, core.Symbol):
            if sign not in self._own.all:
                return True
            return depth <= _NESTED and self._is_plain_class(of.name, sign, depth)
        if of.name in _SURE or of.name.isdigit():
            return True
        if _is_outside(of):
            return False
        inner = all(self.is_plain(one, sign, depth + 1) for one in of.arguments)
        if sign not in self._own.all:
            return inner or not (of.name in _LANGUAGE or sign in _SHARED)
        if of.name in _LANGUAGE:
            return inner and bool(of.arguments)
        return of.name.startswith("std.") and of.name not in ("std.function", "std.any") and inner

    def _is_plain_class(self, symbol: core.Symbol, sign: str, depth: int) -> bool:
        found = self._m.context.definition(symbol)
        if found is None or sign in self._own.free:
            return False
        if found.kind is core.Kind.TYPE:
            return self.is_plain(found.type, sign, depth + 1)
        if found.kind is not core.Kind.CLASS:
            return found.kind is core.Kind.ENUM
        program = self._m.context.program
        tree = program.files[found.file].tree if program is not None else None
        if tree is None or found.bases or b":" in tree.slice(found.row).partition(b"{")[0]:
            return False
        if any(one == sign for _, _, one in _signs(tree.slice(found.row))):
            return False
        return sign not in _HELD or all(
            self.is_plain(self._m.context.field_type(one), sign, depth + 1)
            for one in found.members
            if self._m.context.kind(one) is core.Kind.FIELD
        )

    def used(self, node: Any) -> Iterator[tuple[str, core.Type]]:
        """(what, type) of the operators and copies that a node is."""
        if isinstance(node, core.Assign):
            yield "=", self._placed(node.target)
            yield "truth", self.type(node.value)
        elif isinstance(node, core.Update):
            yield "++", self.type(node.target)
        elif isinstance(node, core.Unary):
            yield "!" if node.operator == "not" else node.operator, self.type(node.operand)
            if node.operator in ("not", "!"):
                yield "truth", self.type(node.operand)
        elif isinstance(node, core.Binary):
            if node.operator in _SIGNS:
                yield "binary", self.type(node.left)
                yield "binary", self.type(node.right)
        elif isinstance(node, core.Index):
            yield "[]", self.type(node.object)
        elif isinstance(node, core.Logical):
            yield "truth", self.type(node.left)
            yield "truth", self.type(node.right)
        elif isinstance(node, core.If | core.Loop | core.Conditional | core.Assert):
            if node.test is not None:
                yield "truth", self.type(node.test)
        elif isinstance(node, core.Switch):
            if node.subject is not None:
                yield "truth", self.type(node.subject)
        elif isinstance(node, core.Cast):
            yield "truth", self.type(node.value)
        else:
            yield from self._copied(node)

    def _copied(self, node: Any) -> Iterator[tuple[str, core.Type]]:
        """The types of values that a node copies."""
        if isinstance(node, core.Let) and node.value is not None:
            declared = self._placed(node.pattern)
            if declared.name not in ("&", "&&", "*"):
                yield "truth", self.type(node.value)
                if self._is_kept(node.value):
                    yield "copy", declared if declared.name else self.type(node.value)
        elif isinstance(node, core.ForEach):
            declared = self._placed(node.pattern)
            if declared.name not in ("&", "&&"):
                yield "copy", declared
        elif isinstance(node, core.Construct):
            for item in node.items:
                if self._is_kept(item.value):
                    yield "copy", self.type(item.value)
        elif isinstance(node, core.Call):
            is_new = node.kind == "new" and len(node.arguments) == 1
            for one in node.arguments:
                yield "truth", self.type(one.value)
                if is_new and self._is_kept(one.value):
                    yield "copy", self.type(one.value)
        elif isinstance(node, core.Return) and node.value is not None:
            yield "truth", self.type(node.value)

    def _placed(self, pattern: Any) -> core.Type:
        """The type of what a pattern stores to."""
        if isinstance(pattern, core.TargetPattern):
            return self.type(pattern.place)
        if isinstance(pattern, core.BindPattern):
            declared = pattern.type
            return declared if declared.name else self._declared(pattern.binder)
        return core.UNKNOWN

    def _declared(self, binder: int) -> core.Type:
        return declared_of(self._m, self._s.frame.types, binder)

    def _is_kept(self, node: Any) -> bool:
        """Whether an expression may be a value that stays, so that it is copied or moved from."""
        if isinstance(node, core.Call):
            made = node.kind in ("new", "conversion") or node.type.name not in ("", "&", "&&")
            return not made
        return not isinstance(node, core.Literal | core.Binary | core.Construct | core.Function)

    def type(self, node: Any) -> core.Type:
        """The type of a value, as far as declarations say it; a number's is `int`."""
        if isinstance(node, core.Literal):
            return _INT
        if isinstance(node, core.Cast | core.Call):
            if isinstance(node, core.Call) and node.kind == "new":
                return type_of(self._m, node.function, self._s)
            return node.type
        if isinstance(node, core.Unary) and node.operator == "&":
            return core.Type("*", (self.type(node.operand),))
        if isinstance(node, core.Unary) and node.operator == "*":
            of = self.type(node.operand)
            of = of.arguments[0] if of.name == "&" and of.arguments else of
            return of.arguments[0] if of.name in ("*", "array") and of.arguments else core.UNKNOWN
        if isinstance(node, core.Binary | core.Logical):
            return self._together(node.left, node.right)
        if isinstance(node, core.Conditional):
            return self._together(node.then, node.otherwise)
        if isinstance(node, core.Unary) and node.operator != "group":
            return self._together(node.operand)
        if isinstance(node, core.Update):
            return self.type(node.target)
        if isinstance(node, core.Assign):
            return self._placed(node.target)
        return type_of(self._m, node, self._s)

    def _together(self, *nodes: Any) -> core.Type:
        """A number's type, where an operator's operands are numbers or addresses."""
        for node in nodes:
            of = self.type(node)
            of = of.arguments[0] if of.name == "&" and of.arguments else of
            is_number = isinstance(of.name, str) and is_numeric(self._m, of)
            if not is_number and of.name not in ("*", "array", "bool"):
                return core.UNKNOWN
        return _INT


CLASS = law(
    "class-of-itself",
    "`self.__class__` is `type(self)`, where no class of the program says otherwise.",
    "class A:\n    def f(self):\n        return type(self)\n",
    "class A:\n    def f(self):\n        return self.__class__\n",
    "class A:\n    def f(self):\n        return A\n",
)


def class_of(m: Machine, base: Term, name: str) -> Term | None:
    """What the member of a receiver that has its class gives; None for any other member."""
    asks, _, function = m.semantics.class_member.partition(" ")
    if name != asks or base[0] != "self" or _is_own_class(m, asks):
        return None
    m.law(CLASS)
    return ("call", ("ext", function), (base,))


def _is_own_class(m: Machine, name: str) -> bool:
    """Whether the program says itself what class an object has, or gives it another."""
    says = m.context.defines_member(name) or m.context.says("any attribute")
    return says or m.context.stores_member(name)
