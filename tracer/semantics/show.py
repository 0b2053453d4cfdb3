"""The core language as text, for tests, evidence and people: `show(node, names)`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.semantics import core

if TYPE_CHECKING:
    from collections.abc import Sequence

_FACTS = ("row", "is_typed")  # of a node, and no part of what it means by itself
_BLOCKS = {
    core.If: "if", core.Loop: "loop", core.ForEach: "for", core.Switch: "switch", core.Case: "case",
    core.Try: "try", core.Handler: "handler", core.With: "with", core.Block: "block",
}  # fmt: skip


def show(node: object, names: Sequence[str] = ()) -> str:  # noqa: C901, PLR0911, PLR0912 - one node a line
    """A node in one line: locals as `name%binder`, symbols as `@path`, the rest by its fields."""
    if node is None or isinstance(node, (str, int, bool)):
        return "_" if node is None else str(node)
    if isinstance(node, frozenset):
        return " ".join(sorted(map(str, node)))
    if type(node) is tuple:
        return "[" + ", ".join(show(each, names) for each in node) + "]"
    if isinstance(node, core.Literal):
        return repr(node.value) if node.kind in ("str", "char") else f"{node.value}"
    if isinstance(node, core.Local):
        return _local(node.binder, names)
    if isinstance(node, core.BindPattern):
        return f"new {_local(node.binder, names)}"
    if isinstance(node, core.TargetPattern):
        return show(node.place, names)
    if isinstance(node, core.Ref):
        return f"@{_symbol(node.symbol)}"
    if isinstance(node, core.External):
        return f"<{node.path}>"
    if isinstance(node, core.Unresolved):
        return f"?{node.name}"
    if isinstance(node, core.Self):
        return node.kind
    if isinstance(node, core.Member):
        owner = f"@{_symbol(node.owner)}" if node.owner is not None else node.name
        return f"{show(node.object, names)}{'?' if node.is_optional else ''}.{owner}"
    if isinstance(node, core.Call):
        kind = "" if node.kind == "call" else f"{node.kind} "
        given = ", ".join(show(each, names) for each in node.arguments)
        return f"{kind}{show(node.function, names)}{'?' if node.is_optional else ''}({given})"
    if isinstance(node, core.Argument):
        label = f"{node.label}=" if node.label else ""
        return f"{label}{node.spread}{show(node.value, names)}"
    if isinstance(node, core.Item):
        key = f"{show(node.key, names)}: " if node.key is not None else ""
        return f"{key}{node.spread}{show(node.value, names)}"
    if isinstance(node, (core.Binary, core.Logical)):
        return f"({show(node.left, names)} {node.operator} {show(node.right, names)})"
    if isinstance(node, core.Evaluate):
        return show(node.value, names)
    if isinstance(node, core.Type):
        return _type(node)
    if isinstance(node, core.Assign):
        return f"{show(node.target, names)} = {show(node.value, names)}"
    if isinstance(node, core.Opaque):
        return f"OPAQUE {node.kind} {' '.join(node.tokens)!r} {show(node.parts, names)}"
    return _fields(node, names)


def _fields(node: object, names: Sequence[str]) -> str:
    """A node by name, with the fields that differ from their defaults."""
    defaults = getattr(node, "_field_defaults", {})
    given = []
    for name in getattr(node, "_fields", ()):
        value = getattr(node, name)
        if name in _FACTS or (name in defaults and value == defaults[name]):
            continue
        given.append(f"{name}={show(value, names)}" if name in defaults else show(value, names))
    word = _BLOCKS.get(type(node), type(node).__name__)
    return f"{word}({', '.join(given)})"


def _local(binder: int, names: Sequence[str]) -> str:
    name = names[binder] if 0 <= binder < len(names) else ""
    return f"{name}%{binder}"


def _symbol(symbol: core.Symbol) -> str:
    return f"{symbol.module}:{'.'.join(symbol.path)}" if symbol.path else symbol.module


def _type(made: core.Type) -> str:
    name = f"@{_symbol(made.name)}" if isinstance(made.name, core.Symbol) else made.name
    given = f"[{', '.join(_type(each) for each in made.arguments)}]" if made.arguments else ""
    return f"{name}{given}{'?' if made.is_nullable else ''}"
