"""Builders of texts that never leave their function: variables that hold a text.

A builder of which all uses are calls that add to it, ask for its text or for its length may as well
be a text that is added to, which is what every law on texts is about. So such code is rewritten
before it is evaluated, with a local of a number that nothing else has in the builder's place.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from tracer.classify.equivalence.evaluation.domain.facts import walk
from tracer.classify.equivalence.evaluation.domain.registry import law
from tracer.semantics import core

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tracer.classify.equivalence.evaluation.domain.semantics import Semantics

BUILDERS = law(
    "text-builder",
    "A builder of text that never leaves its function is a variable with the text, and what is "
    "appended to it is added to that.",
    "class A { static String f(String[] a) { StringBuilder b = new StringBuilder(); "
    "for (String c : a) { b.append(c).append(1); } return b.toString(); } }\n",
    'class A { static String f(String[] a) { String b = ""; '
    "for (String c : a) { b += c; b += 1; } return b; } }\n",
    "class A { static String f(String[] a) { StringBuilder b = new StringBuilder(); "
    "for (String c : a) { b.append(1).append(c); } return b.toString(); } }\n",
    "java",
)
_APART = 5_000  # numbers of such locals: below those of other locals that code is given
_TEXT = core.Type("str")
_EMPTY = core.Literal("str", "")


def as_texts(code: Any, said: Semantics) -> Any:
    """Code with such builders as texts; the code itself where there are none."""
    if not said.builder_types or not isinstance(code, core.Function):
        return code
    for binder in sorted(_builders(code, said)):
        code = _Rewriting(binder, said).all(code)
    return code


def _builders(code: core.Function, said: Semantics) -> Iterator[int]:
    """The locals of a function that are made as builders and used for nothing else."""
    made: dict[int, core.Let] = {}
    for one in walk(code, into_functions=False):
        if isinstance(one, core.Let) and _starts_as(one, said) is not None:
            assert isinstance(one.pattern, core.BindPattern)
            made[one.pattern.binder] = one
    if not made:
        return
    every = Counter(one.binder for one in walk(code) if isinstance(one, core.Local))
    arrays = set(_arrays(code))
    used: Counter[int] = Counter()
    for one in walk(code, into_functions=False):
        for call, binder in _uses(one, said):
            if not any(_is_array(a.value, arrays) for a in call.arguments):
                used[binder] += 1
    yield from (binder for binder in made if every[binder] and used[binder] == every[binder])


def _starts_as(one: core.Let, said: Semantics) -> core.Expression | None:
    """The text that a declaration starts a builder with, None for any other declaration."""
    if not isinstance(one.pattern, core.BindPattern) or one.otherwise or one.kind:
        return None
    if one.value is None:
        return _EMPTY if one.pattern.type.name in said.builder_types else None
    call = one.value
    if not isinstance(call, core.Call) or not isinstance(call.function, core.External):
        return None
    if call.kind != "new" or call.function.path not in said.builder_types:
        return None
    given = [argument.value for argument in call.arguments]
    if not given or (len(given) == 1 and _is_room(given[0], said)):
        return _EMPTY
    is_text = len(given) == 1 and isinstance(given[0], core.Literal) and given[0].kind == "str"
    return given[0] if is_text else None


def _is_room(node: Any, said: Semantics) -> bool:
    """Whether a number says for how many letters there is room; none that may be negative."""
    if isinstance(node, core.Literal):
        return node.kind == "int"
    is_call = isinstance(node, core.Call) and isinstance(node.function, core.Member)
    return is_call and node.function.name in said.size_members and not node.arguments


def _uses(node: Any, said: Semantics) -> Iterator[tuple[core.Call, int]]:
    """(call, builder) where a node uses one as a whole: a statement, a text, a length."""
    if isinstance(node, core.Evaluate):
        adds = _added(node.value, said)
        if adds is not None:
            yield adds[1][0], adds[0]
            return
    if isinstance(node, core.Return) and isinstance(node.value, core.Call):
        whole = _asked(node.value, said.builder_gives)
        adds = None if whole is None else _added(whole, said)
        if adds is not None:
            yield adds[1][0], adds[0]
            return
    asked = _asked(node, said.builder_gives | said.builder_sizes)
    if isinstance(asked, core.Local):
        yield node, asked.binder


def _asked(node: Any, names: frozenset[str]) -> core.Expression | None:
    """What a method of one of the names, which takes nothing, is called on."""
    if not isinstance(node, core.Call) or node.arguments:
        return None
    function = node.function
    is_one = isinstance(function, core.Member) and function.name in names
    return function.object if is_one else None


def _added(node: Any, said: Semantics) -> tuple[int, list[core.Call]] | None:
    """The builder that a chain of calls adds to, and its calls, the first one first.

    A call that prints to it, or adds a letter, is one that adds the text.
    """
    other = _printed(node, said) or _lettered(node, said)
    if other is not None:
        return other
    calls: list[core.Call] = []
    while isinstance(node, core.Call) and isinstance(node.function, core.Member):
        one = node.arguments[0] if len(node.arguments) == 1 else None
        if one is None or one.spread or one.label or node.function.name not in said.builder_adds:
            return None
        calls.append(node)
        node = node.function.object
    if calls and isinstance(node, core.Local):
        return node.binder, calls[::-1]
    return None


def _printed(node: Any, said: Semantics) -> tuple[int, list[core.Call]] | None:
    """`fmt.Fprintf(&b, ...)`: `b.WriteString(fmt.Sprintf(...))`."""
    if not isinstance(node, core.Call) or not isinstance(node.function, core.External):
        return None
    gives = dict(one.split() for one in said.builder_prints).get(node.function.path)
    target = node.arguments[0].value if node.arguments else None
    if (
        gives is None
        or not isinstance(target, core.Unary)
        or not isinstance(target.operand, core.Local)
    ):
        return None
    text = node._replace(function=core.External(gives), arguments=node.arguments[1:])
    return target.operand.binder, [node._replace(arguments=(core.Argument(text),))]


def _lettered(node: Any, said: Semantics) -> tuple[int, list[core.Call]] | None:
    """`b.WriteByte('c')`: `b.WriteString("c")`."""
    function = getattr(node, "function", None)
    if not isinstance(function, core.Member) or function.name not in said.builder_letters:
        return None
    letter = node.arguments[0].value if len(node.arguments) == 1 else None
    if not isinstance(letter, core.Literal) or not isinstance(function.object, core.Local):
        return None
    plain = _LETTERS.get(letter.value, letter.value[1:-1])
    if letter.kind != "char" or len(plain) != 1 or not plain.isascii() or plain == "\\":
        return None
    text = core.Argument(core.Literal("str", plain))
    return function.object.binder, [node._replace(arguments=(text,))]


_LETTERS = {"'\\n'": "\n", "'\\t'": "\t"}


def _arrays(code: core.Function) -> Iterator[int]:
    """Locals that are declared as arrays, whose letters are appended."""
    for one in walk(code):
        if isinstance(one, core.BindPattern | core.Parameter) and one.type.name == "array":
            yield one.binder


def _is_array(node: Any, arrays: set[int]) -> bool:
    if isinstance(node, core.Local):
        return node.binder in arrays
    return getattr(getattr(node, "type", None), "name", "") == "array"


class _Rewriting:
    """The rewriting of one builder."""

    def __init__(self, binder: int, said: Semantics) -> None:
        self._binder = binder
        self._text = core.Local(-binder - _APART)
        self._said = said

    def all(self, node: Any) -> Any:
        """A node with the text in the builder's place."""
        if not isinstance(node, tuple) or isinstance(node, core.Symbol | core.Type):
            return node
        if not hasattr(node, "_fields"):
            return tuple(made for one in node for made in self._statements(one))
        return self._one(node)

    def _statements(self, node: Any) -> Iterable[Any]:
        """What stands for one element of a sequence: several statements for a chain."""
        adds = _added(node.value, self._said) if isinstance(node, core.Evaluate) else None
        if adds is not None and adds[0] == self._binder:
            return [core.Evaluate(self._add(call), node.row) for call in adds[1]]
        if isinstance(node, core.Return):
            whole = _asked(node.value, self._said.builder_gives)
            adds = None if whole is None else _added(whole, self._said)
            if adds is not None and adds[0] == self._binder:
                added = [core.Evaluate(self._add(call), node.row) for call in adds[1]]
                return [*added, node._replace(value=self._text)]
        return [self.all(node)]

    def _add(self, call: core.Call) -> core.Update:
        return core.Update("+", self._text, self.all(call.arguments[0].value), "new", call.row)

    def _one(self, node: Any) -> Any:
        if isinstance(node, core.Let) and getattr(node.pattern, "binder", None) == self._binder:
            pattern = core.BindPattern(self._text.binder, _TEXT)
            return node._replace(pattern=pattern, value=_starts_as(node, self._said), is_typed=True)
        asked = _asked(node, self._said.builder_gives | self._said.builder_sizes)
        if isinstance(asked, core.Local) and asked.binder == self._binder:
            if node.function.name in self._said.builder_gives:
                return self._text
            if self._said.builder_length:
                function = core.External(self._said.builder_length)
                return core.Call(function, (core.Argument(self._text),), row=node.row)
            name = min(self._said.size_members, default=node.function.name)
            owner = core.Symbol("", ("str", name))
            return node._replace(function=core.Member(self._text, name, owner))
        parts = [self.all(one) for one in node]
        if all(one is other for one, other in zip(parts, node, strict=True)):
            return node
        return type(node)(*parts)
