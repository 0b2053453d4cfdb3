"""Templates: `{construct: {argument: what}}` of a lowering table, compiled to closures.

What an argument may be:

- a selector (`left`, `body/*`): the rows it gives, lowered in the argument's role;
- `=text`: a constant, for arguments that are texts;
- `true` and `false`: a constant, for flags; a selector there asks whether anything is found;
- a mapping: a template for the same row, or `{in: selector, make: template}` for another one;
- a list: all of them one after another where there may be several, else the first that holds.
"""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from tracer.model.errors import InputError
from tracer.model.named_tuple import NamedTuple
from tracer.resources import line_of
from tracer.semantics.lowering.nodes.construct import PLURAL, Construct, MissingError
from tracer.semantics.lowering.outline.selectors import (
    BadSelectorError,
    Selector,
    Union,
    field_id,
    kind_ids,
    named_children,
)
from tracer.semantics.lowering.templates.constructs import CONSTRUCTS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from tracer.semantics.lowering.code.lowerer import Lowerer
    from tracer.syntax.grammar import Language
    from tracer.syntax.tree import SyntaxTree

    Maker = Callable[[Lowerer, int], Any]


class Condition(NamedTuple):
    """A condition of a rule, asked of a row."""

    test: Callable[[SyntaxTree, int], bool]


class Rule(NamedTuple):
    """One template with the conditions under which it holds."""

    conditions: tuple[Condition, ...]
    construct: str
    build: Maker


_ROLE_OF_SECTION = {
    "expressions": "expression",
    "statements": "statement",
    "patterns": "pattern",
    "types": "type",
    "parts": "part",
}


class Context:
    """Where in a table the compiler is, for errors; and the language's names."""

    def __init__(self, language: Language, path: str, own: set[str]) -> None:
        self.language = language
        self.path = path
        self.own = own
        self.keys: list[str] = []
        self.operators: Mapping[str, str] = {}
        self.prefixes: Mapping[str, str] = {}

    @contextmanager
    def at_key(self, *keys: str) -> Iterator[None]:
        """Compile below these keys; errors become InputError with the line of the innermost."""
        self.keys += keys
        try:
            yield
        except (
            BadSelectorError,
            KeyError,
            TypeError,
            AttributeError,
            ValueError,
            re.error,
        ) as error:
            said = f"lacks {error}" if isinstance(error, KeyError) else str(error)
            where = f"{self.path}:{line_of(self.path, self.keys)}: {'.'.join(self.keys)}"
            raise InputError(f"{where}: {said}", fix="See grammars/LOWERING.md.") from error
        finally:
            del self.keys[len(self.keys) - len(keys) :]

    @property
    def is_inherited(self) -> bool:
        """Whether what is compiled comes from the table that this one extends."""
        return "/".join(self.keys[:2]) not in self.own

    def selector(self, text: Any) -> Selector:
        """A selector; of an inherited rule, parts that this grammar has not give nothing."""
        if isinstance(text, list):
            return Union([self.selector(each) for each in text])
        if not isinstance(text, str):
            raise BadSelectorError(f"not a selector: {text!r}")
        if not self.is_inherited:
            return Selector(text, self.language)
        kept = []
        for part in text.split("|"):
            try:
                Selector(part, self.language)
                kept.append(part)
            except BadSelectorError:
                continue
        return Selector("|".join(kept), self.language) if kept else NOTHING

    def maybe(self, text: Any) -> Selector | None:
        """A selector where one is given."""
        return None if text is None else self.selector(text)

    def kinds(self, name: str) -> frozenset[int]:
        """Ids of a kind; none for an inherited rule about one that this grammar has not."""
        try:
            return kind_ids(self.language, name)
        except BadSelectorError:
            if self.is_inherited:
                return frozenset()
            raise

    def section_kinds(self, names: Any, section: str) -> frozenset[int]:
        """Ids of the kinds listed in a section."""
        with self.at_key(section):
            return frozenset(i for name in names or () for i in self.kinds(name))

    def check(self, value: Any, known: set[str]) -> None:
        """Refuse keys nobody knows."""
        if not isinstance(value, dict):
            raise BadSelectorError(f"a mapping is needed, not {value!r}")
        for key in value:
            if key not in known:
                raise BadSelectorError(f"unknown key {key!r}; known: {', '.join(sorted(known))}")

    def text(self, value: Any) -> Callable[[Any, int], str]:
        """What gives a text of a row: a constant, what a selector finds, or several joined."""
        if isinstance(value, list):
            pieces = [self.text(each) for each in value]
            return lambda tree, row: "".join(piece(tree, row) for piece in pieces)
        if isinstance(value, str) and value.startswith("="):
            constant = value[1:]
            return lambda _, __: constant
        selector = self.selector(value)

        def text(tree: Any, row: int) -> str:
            found = selector.first(tree, row)
            return "" if found < 0 else tree.slice(found).decode("utf-8", "replace")

        return text

    def conditions(self, value: Any) -> list[Condition]:
        """Conditions of a rule: see `_CONDITIONS`."""
        if value is None:
            return []
        self.check(value, set(_CONDITIONS))
        return [_CONDITIONS[key](what, self) for key, what in value.items()]


NOTHING = Union([])


def compile_rules(value: Any, section: str, ctx: Context) -> list[Rule]:
    """The rules for one kind in a section, in the order in which they are tried."""
    values = value if isinstance(value, list) else [value]
    return [_rule(each, _ROLE_OF_SECTION[section], ctx) for each in values]


def _rule(value: Any, role: str, ctx: Context) -> Rule:
    if isinstance(value, str):
        value = {value: None}
    if not isinstance(value, dict):
        raise BadSelectorError(f"a construct is needed, not {value!r}")
    names = [key for key in value if key != "when"]
    if len(names) != 1:
        raise BadSelectorError(f"one construct is needed, not {len(names)}: {', '.join(names)}")
    (name,) = names
    conditions = tuple(ctx.conditions(value.get("when")))
    return Rule(conditions, name, _construct(name, value[name], role, ctx))


def _construct(name: str, value: Any, role: str, ctx: Context) -> Maker:
    construct = CONSTRUCTS.get(name)
    if construct is None:
        raise BadSelectorError(f"unknown construct {name!r}")
    is_nested = isinstance(value, dict) and not set(value) & set(construct.arguments)
    if construct.positional and value is not None and (is_nested or not isinstance(value, dict)):
        value = {construct.positional: value}
    ctx.check(value or {}, set(construct.arguments))
    makers = {
        key: _argument(what, role if wanted == "same" else wanted, ctx)
        for key, wanted in construct.arguments.items()
        if (what := (value or {}).get(key, construct.defaults.get(key))) is not None
    }
    missing = [k for k in construct.required if k not in makers]
    if missing:
        raise BadSelectorError(f"{name} lacks {', '.join(missing)}")
    return _builder(construct, makers, role)


def _builder(construct: Construct, makers: dict[str, Maker], role: str) -> Maker:
    build = construct.build
    if construct.knows_role:
        return lambda low, row: build(low, row, makers, role)
    return lambda low, row: build(low, row, makers)


def _argument(value: Any, role: str, ctx: Context) -> Maker:
    if isinstance(value, bool):
        return lambda _, __: value
    if isinstance(value, int):
        return lambda _, __: value
    if isinstance(value, list):
        return _listed([_argument(each, role, ctx) for each in value], role)
    if isinstance(value, dict):
        if "in" in value and "make" in value:
            return _elsewhere(ctx.selector(value["in"]), _argument(value["make"], role, ctx), role)
        singular = PLURAL.get(role, role.rstrip("?"))
        rule = _rule(value, singular, ctx)
        return _nested(rule, role)
    if role == "text":
        read = ctx.text(value)
        return lambda low, row: read(low.tree, row)
    if role in ("flags", "kind") and value.startswith("="):
        words = value[1:].split()
        return lambda _, __: words
    return _selected(ctx.selector(value), role)


def _selected(selector: Selector, role: str) -> Maker:
    """What the rows of a selector are lowered to."""
    if role == "flag":
        return lambda low, row: selector.first(low.tree, row) >= 0
    if role == "row":
        return lambda low, row: selector.first(low.tree, row)
    if role == "rows":
        return lambda low, row: selector.all(low.tree, row)
    if role == "flags":
        return lambda low, row: [
            low.literals.key_text(low.text_of(r)) for r in selector.all(low.tree, row)
        ]
    if role in PLURAL:
        return lambda low, row: low.several(role, selector.all(low.tree, row))
    is_optional = role.endswith("?")
    name = role.rstrip("?")

    def one(low: Lowerer, row: int) -> Any:
        found = selector.first(low.tree, row)
        if found < 0:
            if is_optional:
                return None
            raise MissingError(selector.text)
        return low.single(name, found)

    return one


def _nested(rule: Rule, role: str) -> Maker:
    """A template in an argument, for the same row."""
    is_optional, is_plural = role.endswith("?"), role in PLURAL

    def make(low: Lowerer, row: int) -> Any:
        if not all(condition.test(low.tree, row) for condition in rule.conditions):
            if is_plural:
                return ()
            if is_optional or role == "text":
                return None if is_optional else ""
            raise MissingError(rule.construct)
        made = rule.build(low, row)
        if not is_plural:
            return made
        return made if type(made) is tuple else (made,)

    return make


def _elsewhere(selector: Selector, make: Maker, role: str) -> Maker:
    """A template for other rows."""
    is_plural, is_optional = role in PLURAL, role.endswith("?")

    def elsewhere(low: Lowerer, row: int) -> Any:
        rows = selector.all(low.tree, row)
        if is_plural:
            return tuple(each for found in rows for each in make(low, found))
        if not rows:
            if is_optional:
                return None
            raise MissingError(selector.text)
        return make(low, rows[0])

    return elsewhere


def _listed(makers: list[Maker], role: str) -> Maker:
    """Several arguments: all where there may be several, else the first that gives something."""
    if role == "text":
        return lambda low, row: "".join(make(low, row) for make in makers)
    if role in PLURAL or role in ("flags", "rows"):
        return lambda low, row: tuple(each for make in makers for each in make(low, row))

    def first(low: Lowerer, row: int) -> Any:
        for make in makers[:-1]:
            try:
                found = make(low, row)
            except MissingError:
                continue
            if found not in (None, "", False):
                return found
        return makers[-1](low, row)

    return first


# Conditions


def _has(what: Any, ctx: Context) -> Condition:
    selectors = [ctx.selector(each) for each in _several(what)]
    return Condition(lambda tree, row: all(s.first(tree, row) >= 0 for s in selectors))


def _lacks(what: Any, ctx: Context) -> Condition:
    selectors = [ctx.selector(each) for each in _several(what)]
    return Condition(lambda tree, row: all(s.first(tree, row) < 0 for s in selectors))


def _is_text(what: Any, ctx: Context) -> Condition:
    pairs = [
        (ctx.selector(key), frozenset(str(v).encode() for v in _several(value)))
        for key, value in what.items()
    ]

    def test(tree: SyntaxTree, row: int) -> bool:
        for selector, texts in pairs:
            found = selector.first(tree, row)
            if found < 0 or tree.slice(found) not in texts:
                return False
        return True

    return Condition(test)


def _matches(what: Any, ctx: Context) -> Condition:
    pairs = [(ctx.selector(key), re.compile(value.encode())) for key, value in what.items()]

    def test(tree: SyntaxTree, row: int) -> bool:
        for selector, pattern in pairs:
            found = selector.first(tree, row)
            if found < 0 or not pattern.search(tree.slice(found)):
                return False
        return True

    return Condition(test)


def _of_kind(what: Any, ctx: Context) -> Condition:
    pairs = [
        (ctx.selector(key), frozenset(i for k in _several(value) for i in ctx.kinds(k)))
        for key, value in what.items()
    ]

    def test(tree: SyntaxTree, row: int) -> bool:
        for selector, kinds in pairs:
            found = selector.first(tree, row)
            if found < 0 or tree.kind[found] not in kinds:
                return False
        return True

    return Condition(test)


def _inside(what: Any, ctx: Context) -> Condition:
    kinds = frozenset(i for k in _several(what) for i in ctx.kinds(k))
    return Condition(
        lambda tree, row: tree.parent[row] >= 0 and tree.kind[tree.parent[row]] in kinds
    )


def _not_inside(what: Any, ctx: Context) -> Condition:
    inside = _inside(what, ctx).test
    return Condition(lambda tree, row: not inside(tree, row))


def _below(what: Any, ctx: Context) -> Condition:
    """Some ancestor is of one of the kinds."""
    kinds = frozenset(i for k in _several(what) for i in ctx.kinds(k))

    def test(tree: SyntaxTree, row: int) -> bool:
        at = tree.parent[row]
        while at >= 0 and tree.kind[at] not in kinds:
            at = tree.parent[at]
        return at >= 0

    return Condition(test)


def _in_field(what: Any, ctx: Context) -> Condition:
    """The row's parent fills one of the fields in its own parent."""
    field = _field(what, ctx).test
    return Condition(lambda tree, row: tree.parent[row] >= 0 and field(tree, tree.parent[row]))


def _field(what: Any, ctx: Context) -> Condition:
    """The row fills one of the fields in its parent."""
    fields = frozenset(field_id(ctx.language, name) for name in _several(what))
    return Condition(lambda tree, row: tree.field[row] in fields)


def _count(what: Any, ctx: Context) -> Condition:
    pairs = [(ctx.selector(key), frozenset(_several(value))) for key, value in what.items()]
    return Condition(lambda tree, row: all(len(s.all(tree, row)) in n for s, n in pairs))


def _not(what: Any, ctx: Context) -> Condition:
    inner = ctx.conditions(what)
    return Condition(lambda tree, row: not all(c.test(tree, row) for c in inner))


def _any(what: Any, ctx: Context) -> Condition:
    sets = [ctx.conditions(each) for each in what]
    return Condition(lambda tree, row: any(all(c.test(tree, row) for c in each) for each in sets))


def _last(what: Any, ctx: Context) -> Condition:
    """The row is (or is not) the last named child of its parent."""

    def test(tree: SyntaxTree, row: int) -> bool:
        rows = named_children(tree, tree.parent[row]) if tree.parent[row] >= 0 else [row]
        return (rows[-1:] == [row]) is bool(what)

    return Condition(test)


_CONDITIONS: dict[str, Callable[[Any, Context], Condition]] = {
    "has": _has,
    "lacks": _lacks,
    "is": _is_text,
    "matches": _matches,
    "kind": _of_kind,
    "in": _inside,
    "not_in": _not_inside,
    "below": _below,
    "field": _field,
    "in_field": _in_field,
    "count": _count,
    "not": _not,
    "any": _any,
    "last": _last,
}


def _several(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]
