"""Builders of texts that never leave their function: variables that hold a text.

Where a function only appends to a builder (StringBuilder, strings.Builder) and asks for its text or
length, the builder behaves like a local text with `+=`, and the laws on texts apply to that. Such a
function is rewritten before it is evaluated: a new local, a text, stands in the builder's place.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from tracer.classify.equivalence.evaluation.domain.facts import walk
from tracer.classify.equivalence.evaluation.domain.registry import law
from tracer.model.named_tuple import NamedTuple
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
_MADE = 1_000_000  # numbers of locals for builders that have none: above those of all others
_APART = 5_000  # numbers of such locals: below those of other locals that code is given
_TEXT = core.Type("str")
_EMPTY = core.Literal("str", "")


def as_texts(code: Any, said: Semantics) -> Any:
    """Code with such builders as texts; the code itself where there are none."""
    if not said.builder_types or not isinstance(code, core.Function):
        return code
    code = _declared(code, said)
    for binder in sorted(_builders(code, said)):
        code = _Rewriting(binder, said).all(code)
    return code


def _declared(node: Any, said: Semantics) -> Any:
    """Code in which a builder that is made, filled and asked in one expression has a local."""
    if not isinstance(node, tuple) or isinstance(node, core.Symbol | core.Type):
        return node
    parts = [_declared(one, said) for one in node]
    if any(one is not other for one, other in zip(parts, node, strict=True)):
        node = type(node)(*parts) if hasattr(node, "_fields") else tuple(parts)
    chain = _asked(node, said.builder_gives)
    made = _begun(chain, said) if chain is not None else None
    if made is None:
        return node
    local = core.Local(_MADE + made.row, made.row)
    pattern = core.BindPattern(local.binder, core.Type(made.function.path))
    asked = node._replace(function=node.function._replace(object=local))
    filled = core.Evaluate(_begins_with(local, chain), node.row)
    return core.BlockValue((core.Let(pattern, made, row=made.row), filled), asked, node.row)


def _begun(node: Any, said: Semantics) -> Any:
    """The call that makes the builder at the beginning of a chain; None for any other chain."""
    count = 0
    while _added_by(node, said) is not None:
        node, count = node.function.object, count + 1
    is_call = isinstance(node, core.Call) and isinstance(node.function, core.External)
    is_made = is_call and node.kind == "new" and node.function.path in said.builder_types
    return node if count and is_made and node.row >= 0 else None


def _begins_with(local: core.Local, chain: Any) -> Any:
    """A chain of calls with a local where the call that makes the builder stood."""
    if not isinstance(chain.function, core.Member):
        return local
    inner = _begins_with(local, chain.function.object)
    return chain._replace(function=chain.function._replace(object=inner))


def _builders(code: core.Function, said: Semantics) -> Iterator[int]:
    """The locals of a function that are made as builders and used for nothing else."""
    made: set[int] = set()
    for one in walk(code, into_functions=False):
        if isinstance(one, core.Let) and _starts_as(one, said) is not None:
            assert isinstance(one.pattern, core.BindPattern)
            made.add(one.pattern.binder)
    if not made:
        return
    every = Counter(one.binder for one in walk(code) if isinstance(one, core.Local))
    used = Counter(_used(one, said) for one in walk(code, into_functions=False))
    yield from (binder for binder in made if 0 < every[binder] == used[binder])


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


class _Adds(NamedTuple):
    """A statement that adds values to a builder, and perhaps returns its text then."""

    builder: int
    values: list[Any]
    is_returned: bool = False


def _adds(node: Any, said: Semantics) -> _Adds | None:
    """What a statement adds to a builder, None for any other."""
    if isinstance(node, core.Evaluate):
        return _added(node.value, said)
    whole = _asked(node.value, said.builder_gives) if isinstance(node, core.Return) else None
    found = None if whole is None else _added(whole, said)
    return found and found._replace(is_returned=True)


def _used(node: Any, said: Semantics) -> int | None:
    """The builder that a node uses as a whole: a statement, a text or a length; else None."""
    adds = _adds(node, said)
    if adds is not None:
        return adds.builder
    asked = _asked(node, said.builder_gives | said.builder_sizes)
    return asked.binder if isinstance(asked, core.Local) else None


def _asked(node: Any, names: frozenset[str]) -> core.Expression | None:
    """What a method of one of the names, which takes nothing, is called on."""
    if not isinstance(node, core.Call) or node.arguments:
        return None
    function = node.function
    is_one = isinstance(function, core.Member) and function.name in names
    return function.object if is_one else None


def _added(node: Any, said: Semantics) -> _Adds | None:
    """What a chain of calls adds to a builder, the first value first.

    A call that prints to it, or adds a letter, is one that adds the text.
    """
    other = _printed(node, said) or _lettered(node, said)
    if other is not None:
        return other
    values: list[Any] = []
    while (value := _added_by(node, said)) is not None:
        values.append(value)
        node = node.function.object
    return _Adds(node.binder, values[::-1]) if values and isinstance(node, core.Local) else None


def _added_by(node: Any, said: Semantics) -> Any:
    """What one call adds to a builder; None for any other node."""
    if not isinstance(node, core.Call) or not isinstance(node.function, core.Member):
        return None
    one = node.arguments[0] if len(node.arguments) == 1 else None
    if one is None or one.spread or one.label or node.function.name not in said.builder_adds:
        return None
    return one.value


def _printed(node: Any, said: Semantics) -> _Adds | None:
    """`fmt.Fprintf(&b, ...)`: `b.WriteString(fmt.Sprintf(...))`."""
    if not isinstance(node, core.Call) or not isinstance(node.function, core.External):
        return None
    gives = dict(one.split() for one in said.builder_prints).get(node.function.path)
    target = node.arguments[0].value if node.arguments else None
    if gives is None or not isinstance(target, core.Unary):
        return None
    if not isinstance(target.operand, core.Local):
        return None
    text = node._replace(function=core.External(gives), arguments=node.arguments[1:])
    return _Adds(target.operand.binder, [text])


def _lettered(node: Any, said: Semantics) -> _Adds | None:
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
    return _Adds(function.object.binder, [core.Literal("str", plain)])


_LETTERS = {"'\\n'": "\n", "'\\t'": "\t"}


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
        adds = _adds(node, self._said)
        if adds is None or adds.builder != self._binder:
            return [self.all(node)]
        made = [core.Evaluate(self._add(value), node.row) for value in adds.values]
        return [*made, node._replace(value=self._text)] if adds.is_returned else made

    def _add(self, value: Any) -> core.Update:
        added = self.all(value)
        if self._said.builder_value:
            function = core.External(self._said.builder_value)
            added = core.Call(function, (core.Argument(added),), row=getattr(value, "row", -1))
        return core.Update("+", self._text, added, "new", getattr(value, "row", -1))

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
