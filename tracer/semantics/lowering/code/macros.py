"""Macros of the language's library as the code that they stand for; calls with format strings.

A macro is given tokens. What a table's `macros` says of its name is a template of source text in
which `$*` is all it is given, `$1` what stands before the first comma, `$2` the rest, `$2|$=` the
rest or, where there is none, `$1` as a text: an assertion shows what it is given. The text that
this makes is parsed by the same grammar and lowered where the macro stands, with rows mapped
back to the tokens it was made of. A macro of the program by the same name, or an imported one,
stays opaque.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from tracer.model.patterns import lazy_pattern
from tracer.semantics import core
from tracer.semantics.lowering.outline.outline import Outline
from tracer.semantics.lowering.types import inference
from tracer.syntax import BROKEN, LEAF, parse

if TYPE_CHECKING:
    from tracer.semantics.lowering.code.lowerer import Lowerer

_HOLE = re.compile(rb"\$[*12=]")
_FIELD = lazy_pattern(r"\{\{|\}\}|\{([^{}]*)\}|[{}]")
_LONGEST = 20_000  # characters of what a macro is given
_SIMPLE = (core.Local, core.Literal, core.Ref, core.External, core.Self)


def expanded(low: Lowerer, row: int, name: str, tokens: int) -> Any:
    """What a macro stands for, lowered; None where that is not known."""
    template = low.table.macros.get(name)
    if template is None or low.world.macros.is_shadowed_macro(low.outline, name):
        return None
    given = low.tree.slice(tokens)[1:-1]
    if len(given) > _LONGEST or b"$" in given:
        return None
    head, tail = _split(low, tokens)
    has_rest = bool(tail.strip())
    template = template.replace(b"$2|$=", b"$2" if has_rest else b"$=")
    if not has_rest:
        template = template.replace(b", $2", b"").replace(b"$2", b"")
    start = low.tree.start[tokens] + 1
    pieces = {b"$*": (given, start), b"$1": (head, start), b"$2": (tail, start + len(head) + 1)}
    pieces[b"$="] = (_spelled(low, tokens, start + len(head)), start)
    text, spans = _filled(b"fn f() { " + template + b" }", pieces)
    tree = parse(text, low.tree.language)
    if tree.flags[0] & BROKEN:
        return None
    return _lowered_there(low, tree, spans, row)


def _split(low: Lowerer, tokens: int) -> tuple[bytes, bytes]:
    """What stands before and behind the first comma that is in no brackets."""
    tree = low.tree
    text, start = tree.slice(tokens), tree.start[tokens]
    for child in tree.children(tokens):
        if tree.slice(child) == b",":
            at = tree.start[child] - start
            return text[1:at], text[at + 1 : -1]
    return text[1:-1], b""


def _spelled(low: Lowerer, tokens: int, end: int) -> bytes:
    """The tokens before a place as a literal in which a format string has no holes."""
    tree = low.tree
    rows = range(tokens + 1, tree.stop[tokens])
    leaves = [tree.slice(r) for r in rows if tree.flags[r] & LEAF and tree.start[r] < end]
    text = re.sub(rb'[\\"]', rb"\\\g<0>", b" ".join(leaves[1:]))
    return b'"' + re.sub(rb"[{}]", rb"\g<0>\g<0>", text) + b'"'


def _filled(
    template: bytes, pieces: dict[bytes, tuple[bytes, int]]
) -> tuple[bytes, list[tuple[int, int, int]]]:
    """The text, and (first, last, distance to the original) of what came from the original."""
    found, spans, at, size = [], [], 0, 0
    for hole in _HOLE.finditer(template):
        text, start = pieces[hole.group()]
        before = template[at : hole.start()]
        found += [before, text]
        size += len(before)
        spans.append((size, size + len(text), start - size))
        size += len(text)
        at = hole.end()
    found.append(template[at:])
    return b"".join(found), spans


def _lowered_there(low: Lowerer, tree: Any, spans: list[tuple[int, int, int]], row: int) -> Any:
    """The one expression of a parsed text, lowered in the scopes where its macro stands."""
    outline = low.outline
    inner = Outline(outline.file, outline.path, tree, outline.table, outline.module)
    body = next(iter(tree.rows_of(low.table.blocks - {tree.kind[0]})), -1)
    rows = [r for r in tree.children(body) if tree.language.kind_is_named[tree.kind[r]]]
    while len(rows) == 1 and tree.kind[rows[0]] not in low.table.expressions:
        rows = [r for r in tree.children(rows[0]) if tree.language.kind_is_named[tree.kind[r]]]
    if len(rows) != 1:
        return None
    inner.names, inner.aliases = outline.names, outline.aliases
    inner.by_row, inner.defined_rows, inner.by_statement = {}, set(), {}
    kept = low.tree, low.outline, low.literals
    mentions = len(low.mentions)
    low.tree, low.outline, low.literals = tree, inner, inner.literals
    try:
        made = low.expression(rows[0])
    finally:
        low.tree, low.outline, low.literals = kept
    places = _places(tree, spans, low.tree, row)
    low.mentions[mentions:] = [m._replace(row=places(m.row)) for m in low.mentions[mentions:]]
    return _moved(made, places)


def _places(tree: Any, spans: list[tuple[int, int, int]], outer: Any, row: int) -> Any:
    """The row in the file that a row of the parsed text was made of."""
    starts: dict[int, int] = {}
    for at in range(row, outer.stop[row]):
        if outer.flags[at] & LEAF:
            starts[outer.start[at]] = at

    def place(inner: int) -> int:
        if inner < 0:
            return inner
        start = tree.start[inner]
        for first, last, distance in spans:
            if first <= start < last:
                return starts.get(start + distance, row)
        return row

    return place


def _moved(node: Any, place: Any) -> Any:
    """A node with the rows of everything below it mapped."""
    if isinstance(node, core.Type | core.Symbol):
        return node
    if isinstance(node, tuple):
        if hasattr(node, "_fields"):
            fields = {
                name: place(value) if name == "row" else _moved(value, place)
                for name, value in zip(node._fields, node, strict=True)
                if name == "row" or isinstance(value, tuple)
            }
            return node._replace(**fields) if fields else node  # type: ignore[attr-defined]
        return tuple(_moved(one, place) for one in node)
    return node


# Format strings


def formatted(low: Lowerer, call: core.Call, labels: tuple[str, ...], row: int) -> Any:
    """A call whose format string and values are one template; None where it cannot be read."""
    path = call.function.path if type(call.function) is core.External else ""
    rule = low.table.formats.get(path)
    if rule is None:
        return call
    if "as" in rule:
        call = call._replace(function=core.External(rule["as"], row))
    at, line = int(rule.get("at", 0)), str(rule.get("adds", ""))
    given = call.arguments[at:]
    parts: tuple[core.TemplatePart, ...] = ()
    stores: tuple[core.Statement, ...] = ()
    if given:
        text = given[0].value
        if type(text) is not core.Literal or text.kind != "str":
            return None
        named = {label: i for i, label in enumerate(labels[at + 1 :]) if label}
        found = _template(low, text, [one.value for one in given[1:]], named)
        if found is None:
            return None
        parts, stores = found
    if line:
        parts = _joined((*parts, core.TemplatePart(line)))
    if not given and not line and not rule.get("is_text"):
        return _thrown(rule, call)
    made: Any = core.Template(parts, "format", row)
    if not any(part.value is not None for part in parts):
        made = core.Literal("str", "".join(part.text for part in parts), row)
    result: Any = made
    if not rule.get("is_text"):
        call = call._replace(arguments=(*call.arguments[:at], core.Argument(made)))
        result = _thrown(rule, call)
    return core.BlockValue(stores, result, row) if stores else result


def _thrown(rule: dict[str, Any], call: core.Call) -> Any:
    if not rule.get("throws"):
        return call
    return core.BlockValue((core.Throw(call, row=call.row),), None, call.row)


def _joined(parts: tuple[core.TemplatePart, ...]) -> tuple[core.TemplatePart, ...]:
    found: list[core.TemplatePart] = []
    for part in parts:
        if found and part.value is None and found[-1].value is None:
            found[-1] = core.TemplatePart(found[-1].text + part.text)
        else:
            found.append(part)
    return tuple(found)


def _template(
    low: Lowerer, text: core.Literal, values: list[Any], named: dict[str, int]
) -> tuple[tuple[core.TemplatePart, ...], tuple[core.Statement, ...]] | None:
    """The parts of a format string, and stores of values that must be computed once, in order."""
    parts: list[core.TemplatePart] = []
    holes: list[tuple[int, int]] = []
    upcoming, at = 0, 0
    for match in _FIELD.finditer(text.value):
        parts.append(core.TemplatePart(text.value[at : match.start()]))
        at = match.end()
        if match.group() in ("{{", "}}"):
            parts.append(core.TemplatePart(match.group()[0]))
            continue
        name, _, spec = (match.group(1) or "").partition(":")
        name = name.strip()
        if match.group(1) is None or "$" in spec or "*" in spec:
            return None
        index = upcoming if not name else int(name) if name.isdigit() else named.get(name, -1)
        upcoming += not name
        if index >= len(values):
            return None
        if index >= 0:
            holes.append((len(parts), index))
        value = values[index] if index >= 0 else _inline(low, name, text.row)
        if "?" in spec:
            low.shown.append(inference.type_of(low, value))
        parts.append(core.TemplatePart("", value, spec.strip()))
    parts.append(core.TemplatePart(text.value[at:]))
    stores = _computed_once(low, text.row, parts, values, holes)
    kept = tuple(part for part in parts if part.text or part.value is not None)
    return _joined(kept), stores


def _inline(low: Lowerer, name: str, row: int) -> Any:
    """A name within a format string."""
    if name in low.table.receivers:
        return low.receiver("self", row)
    return low.name(name, row, "read")


def _computed_once(
    low: Lowerer,
    row: int,
    parts: list[core.TemplatePart],
    values: list[Any],
    holes: list[tuple[int, int]],
) -> tuple[core.Statement, ...]:
    """Stores of values that are shown in another order, or not once; parts then show the locals."""
    in_order = [index for _, index in holes] == list(range(len(values)))
    if in_order or all(_is_simple(value) for value in values):
        return ()
    binders = [low.fresh("") for _ in values]
    for place, index in holes:
        parts[place] = parts[place]._replace(value=core.Local(binders[index], row))
    pairs = zip(binders, values, strict=True)
    return tuple(core.Let(core.BindPattern(b, row=row), value, row=row) for b, value in pairs)


def _is_simple(value: Any) -> bool:
    """Whether reading a value does nothing, whatever it is."""
    while isinstance(value, core.Member | core.Unary):
        if isinstance(value, core.Unary) and value.operator != "&":
            return False
        value = value.object if isinstance(value, core.Member) else value.operand
    return type(value) in _SIMPLE
