"""The constructs of templates that are patterns."""

# ruff: noqa: E501 - the table is read by line; conditions that belong together nest

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.semantics import core
from tracer.semantics.lowering.nodes.construct import (
    OE,
    Construct,
    E,
    Rest,
    simple,
    text_in,
    value_in,
    with_holes,
)
from tracer.semantics.lowering.nodes.opaque import opaque
from tracer.semantics.lowering.types import inference

if TYPE_CHECKING:
    from tracer.semantics.lowering.code.lowerer import Lowerer
    from tracer.semantics.lowering.nodes.construct import Makers


def _any_pattern(low: Lowerer, row: int, a: Makers) -> core.AnyPattern:
    return core.AnyPattern(row)


def _rest(low: Lowerer, row: int, a: Makers) -> Rest:
    return Rest(value_in(a, "pattern", low, row), row)


def _tuple_pattern(low: Lowerer, row: int, a: Makers) -> core.Pattern:
    declared, low.declared = low.declared, core.UNKNOWN
    if low.table.elements and text_in(a, "kind", low, row) == "list":
        low.declared = inference.element_of(low, declared)
    elif declared.name in ("tuple", "tuple_type") and (
        low.table.elements or low.guesses or low.table.semantics.get("tuples_have_types")
    ):
        low.declared = declared._replace(name="each")
    elif inference.referred(declared).name in (low.table.semantics.get("pair_types") or ()):
        low.declared = inference.referred(declared)._replace(name="each")
    items = a["items"](low, row)
    low.declared = core.UNKNOWN
    if "separators" in a:
        items = with_holes(low, row, items, a["separators"](low, row), None)
    rest = next((i for i, item in enumerate(items) if type(item) is Rest), -1)
    kept = tuple(item.pattern if type(item) is Rest else item for item in items)
    return core.TuplePattern(text_in(a, "kind", low, row) or "tuple", kept, rest, row)


def _fields_pattern(low: Lowerer, row: int, a: Makers) -> core.Pattern:
    declared, low.declared = low.declared, core.UNKNOWN
    above, low.holder = low.holder, core.UNKNOWN if "type" in a else declared
    items = a["items"](low, row)
    low.holder = above
    made = value_in(a, "type", low, row, core.UNKNOWN)
    owner = made.name if isinstance(made.name, core.Symbol) else None
    fields = tuple(low.owned_field(item, owner) for item in items if type(item) is not Rest)
    rest = next((item.pattern for item in items if type(item) is Rest), None)
    return core.FieldsPattern(fields, made, rest, row)


def _pairs_pattern(low: Lowerer, row: int, a: Makers) -> core.Pattern:
    """{"a": x, **rest}: keys that are texts."""
    keys = a["keys"](low, row)
    patterns = a["patterns"](low, row)
    rest = value_in(a, "rest", low, row)
    made = value_in(a, "type", low, row, core.UNKNOWN)
    if not all(type(key) is core.Literal and key.kind == "str" for key in keys):
        return opaque(low, row)
    fields = tuple(core.FieldPattern(k.value, p) for k, p in zip(keys, patterns, strict=False))
    return core.FieldsPattern(fields, made, rest, row)


def _field_pattern(low: Lowerer, row: int, a: Makers) -> core.FieldPattern:
    name = low.literals.key_text(value_in(a, "name", low, row, ""))
    holder, low.holder = low.holder, core.UNKNOWN
    owner = low.field_of(holder, name)
    low.declared = core.UNKNOWN if owner is None else low.world.type_of_symbol(owner)
    pattern = a["pattern"](low, row)
    default = value_in(a, "default", low, row)
    low.holder, low.declared = holder, core.UNKNOWN
    if type(pattern) is core.DefaultPattern and default is None:
        pattern, default = pattern.pattern, pattern.default
    return core.FieldPattern(name, pattern, default, owner)


def _variant_pattern(low: Lowerer, row: int, a: Makers) -> core.Pattern:
    declared, low.declared = low.declared, core.UNKNOWN
    made = a["type"](low, row)
    low.declared = inference.payload_of(low, declared, made)
    items = value_in(a, "items", low, row, ())
    fields = tuple(item for item in items if type(item) is core.FieldPattern)
    plain = tuple(item for item in items if type(item) is not core.FieldPattern)
    return core.VariantPattern(made, plain, fields, row)


def _mutable(low: Lowerer, row: int, a: Makers) -> core.Pattern:
    """A name that is declared as one that may change."""
    found: core.Pattern = a["pattern"](low, row)
    return found._replace(is_mutable=True) if type(found) is core.BindPattern else found


def _target(low: Lowerer, row: int, a: Makers) -> core.Pattern:
    return core.TargetPattern(a["place"](low, row), row)


PATTERNS: dict[str, Construct] = {
    "any": Construct(_any_pattern, {}),
    "rest": Construct(_rest, {"pattern": "pattern?"}, (), "pattern"),
    "tuple_pattern": Construct(
        _tuple_pattern, {"kind": "text", "items": "patterns", "separators": "rows"}, ("items",), "items"
    ),
    "fields_pattern": Construct(_fields_pattern, {"type": "type?", "items": "fields"}, ("items",), "items"),
    "pairs_pattern": Construct(
        _pairs_pattern,
        {"keys": "expressions", "patterns": "patterns", "rest": "pattern?", "type": "type?"},
        ("keys", "patterns"),
    ),
    "field_pattern": Construct(
        _field_pattern, {"name": "text", "pattern": "pattern", "default": OE}, ("name", "pattern")
    ),
    "variant_pattern": Construct(_variant_pattern, {"type": E, "items": "fields"}, ("type",)),
    "value_pattern": simple(core.ValuePattern, value=E),
    "default_pattern": simple(core.DefaultPattern, pattern="pattern", default=E),
    "as_pattern": simple(core.AsPattern, pattern="pattern", target="pattern"),
    "or_pattern": simple(core.OrPattern, items="patterns"),
    "mutable": Construct(_mutable, {"pattern": "pattern"}, ("pattern",), "pattern"),
    "target": Construct(_target, {"place": E}, ("place",), "place"),
}  # fmt: skip
