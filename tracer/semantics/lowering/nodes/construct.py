"""What a construct of a template is, and what those who build one share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.model.named_tuple import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from tracer.semantics import core
    from tracer.semantics.lowering.code.lowerer import Lowerer

    Makers = dict[str, Callable[[Lowerer, int], Any]]

# Roles of arguments that stand for any number of rows, and the role of each.
PLURAL = {
    "expressions": "expression",
    "statements": "statement",
    "patterns": "pattern",
    "types": "type",
    "arguments": "argument",
    "items": "item",
    "parameters": "parameter",
    "cases": "case",
    "handlers": "handler",
    "pieces": "piece",
    "clauses": "clause",
    "fields": "field",
}


class MissingError(Exception):
    """A row lacks what its template needs: it becomes opaque."""


class Construct(NamedTuple):
    """A construct: role by argument, what must be given, which argument a bare selector is."""

    build: Callable[..., Any]
    arguments: dict[str, str]
    required: tuple[str, ...] = ()
    positional: str = ""
    defaults: dict[str, Any] = {}  # noqa: RUF012 - never written to
    knows_role: bool = False


class Rest(NamedTuple):
    """In a list of patterns: what takes the remainder."""

    pattern: core.Pattern | None
    row: int = -1


class Marker(NamedTuple):
    """In a list of parameters: `/` and `*` of Python, which say how the others are given."""

    kind: str


def value_in(makers: Makers, name: str, low: Lowerer, row: int, default: Any = None) -> Any:
    """What an argument gives, or a default where it is left out."""
    make = makers.get(name)
    return default if make is None else make(low, row)


def text_in(makers: Makers, name: str, low: Lowerer, row: int, default: str = "") -> str:
    """A text argument; words of a token are joined by one space (`is  not`)."""
    found: str = value_in(makers, name, low, row, default)
    return found if found.isidentifier() else " ".join(found.split())


def with_holes(
    low: Lowerer, row: int, items: tuple[Any, ...], separators: Any, hole: Any
) -> tuple[Any, ...]:
    """Elements with what stands for those left out: [, a], [a, , b]."""
    tree, rows = low.tree, set(separators)
    named, comments = tree.language.kind_is_named, tree.language.comment_kinds
    found, left, is_open = [], list(items), True
    for child in tree.children(row):
        if child in rows:
            if is_open:
                found.append(hole)
            is_open = True
        elif named[tree.kind[child]] and tree.kind[child] not in comments and left:
            found.append(left.pop(0))
            is_open = False
    return (*found, *left)


def through(low: Lowerer, row: int, a: Makers) -> Any:
    """What the argument gives, as it is."""
    return a["of"](low, row)


def simple(node: Any, **roles: str) -> Construct:
    """A node of `core` whose fields are arguments of these roles."""
    required = tuple(
        name for name, role in roles.items() if role in ("expression", "pattern", "type")
    )
    defaults = node._field_defaults

    def build(low: Lowerer, row: int, a: Makers) -> Any:
        fields = {}
        for name, role in roles.items():
            if name in a:
                found = a[name](low, row)
                if role == "text" and found:
                    found = " ".join(found.split())
                fields[name] = found
            elif name not in defaults:
                fields[name] = () if role in PLURAL else "" if role == "text" else None
        return node(**fields, row=row)

    positional = required[0] if len(required) == 1 else next(iter(roles))
    return Construct(build, dict(roles), required, positional)


E = "expression"

OE = "expression?"
