"""Whether a record is what `schema/record-1.json` says, decided in microseconds.

`jsonschema` takes 70 ms to import, more than a whole hook may take. So the shipped schema
keeps to a small part of JSON Schema 2020-12, and is compiled here into closures. A test holds
the verdicts equal to those of `jsonschema` on valid and on mutated records.

A check returns the first fault it meets, as the field's path from the inside out, so that a
valid record pays nothing for naming fields.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from typing import Any

from tracer.ledger.compiled import CORE
from tracer.model.named_tuple import NamedTuple
from tracer.model.patterns import lazy_pattern

FORMAT = "tracer.record/1"

_PATH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "schema", "record-1.json")
_VERSION = lazy_pattern(r"tracer\.record/([0-9]+)")
_TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list, tuple),
    "string": (str,),
    "integer": (int,),
    "boolean": (bool,),
    "null": (type(None),),
}
_ANNOTATIONS = {"$schema", "$id", "$defs", "$comment", "title", "description", "then"}
_SHOWN = 60  # characters of a wrong value that an error shows


class Fault(NamedTuple):
    """A field (`files[0].after`, or empty for the whole record) and what is wrong with it."""

    field: str
    message: str

    def __str__(self) -> str:
        return f"{self.field}: {self.message}" if self.field else self.message


_Found = tuple[list[str | int], str] | None  # path from the inside out, message
_Check = Callable[[Any], _Found]


class Schema(NamedTuple):
    """A compiled schema and the kinds of event it gives fields to."""

    check: _Check
    events: frozenset[str]


def fault_of(record: Any) -> Fault | None:
    """What is wrong with a record, or None. Fields the schema does not name are fine.

    Cost: about 15 µs plus 2 µs a range, of many records a fifth of that (`compiled`); the first
    call also compiles the schema (1 ms).
    """
    if CORE.is_valid(record, _document):
        found = _dangling(record)
        return None if found is None else _fault(found)
    version = _VERSION.match(str(record.get("schema"))) if isinstance(record, dict) else None
    if version and int(version[1]) > 1:
        return Fault(
            "schema",
            f"written by a newer tracer (record format {version[1]}, this one reads 1); "
            "upgrade tracer to read it",
        )
    found = load_schema().check(record) or _dangling(record)
    return None if found is None else _fault(found)


def _fault(found: tuple[list[str | int], str]) -> Fault:
    path = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in found[0][::-1])
    return Fault(path.removeprefix("."), found[1])


def expect_many() -> None:
    """Load both checkers of records now, for a process whose children will check many."""
    load_schema()
    CORE.load(_document)


def _dangling(record: dict[str, Any]) -> _Found:
    """A credit that an entry names and does not have, which no schema can say."""
    for number, entry in enumerate(record.get("files", ())):
        count = len(entry.get("credits", ()))
        places: list[tuple[list[str | int], Any]] = [
            (["credit", place, "carried"], item["credit"])
            for place, item in enumerate(entry.get("carried", ()))
            if "credit" in item
        ]
        places += [
            ([1, part, "parts", place, "mixed"], item[1])
            for place, line in enumerate(entry.get("mixed", ()))
            for part, item in enumerate(line["parts"])
            if isinstance(item, (list, tuple))
        ]
        for path, credit in places:
            if type(credit) is not int or credit >= count:
                return [*path, number, "files"], f"credit {credit} is not in credits"
    return None


_LOADED: list[Schema] = []


def load_schema() -> Schema:
    """The shipped schema, compiled at the first call."""
    if not _LOADED:
        document = _document()
        events = (rule["if"]["properties"]["event"]["const"] for rule in document["allOf"])
        _LOADED.append(Schema(compile_schema(document, document), frozenset(events)))
    return _LOADED[0]


def _document() -> dict[str, Any]:
    with open(_PATH, "rb") as file:
        document: dict[str, Any] = json.loads(file.read())
    return document


def compile_schema(schema: dict[str, Any], root: dict[str, Any]) -> _Check:
    """A check for `schema`; `root` holds the `$defs` its references name.

    Raises: ValueError for a keyword outside the part of JSON Schema kept to here.
    """
    checks = []
    for keyword, value in schema.items():
        if keyword not in _ANNOTATIONS:
            if keyword not in _KEYWORDS:
                raise ValueError(f"keyword {keyword!r} is not among those compiled here")
            checks.append(_KEYWORDS[keyword](value, schema, root))
    if len(checks) == 1:
        return checks[0]

    def check(value: Any) -> _Found:
        for part in checks:
            found = part(value)
            if found is not None:
                return found
        return None

    return check


def _type(names: Any, _schema: dict[str, Any], _root: dict[str, Any]) -> _Check:
    wanted = [names] if isinstance(names, str) else names
    allowed = tuple(kind for name in wanted for kind in _TYPES[name])
    takes_bool = "boolean" in wanted

    def check(value: Any) -> _Found:
        # bool is a subclass of int in Python, never in JSON.
        if isinstance(value, allowed) and (takes_bool or not isinstance(value, bool)):
            return None
        if int in allowed and isinstance(value, float) and value.is_integer():
            return None
        return [], f"{_show(value)} is not of type {' or '.join(wanted)}"

    return check


def _pattern(pattern: str, _schema: dict[str, Any], _root: dict[str, Any]) -> _Check:
    # ECMA-262 `$` is the very end; Python's would let a line end follow.
    compiled = lazy_pattern(pattern.removesuffix("$") + (r"\Z" if pattern.endswith("$") else ""))

    def check(value: Any) -> _Found:
        if isinstance(value, str) and not compiled.search(value):
            return [], f"{_show(value)} does not match {pattern}"
        return None

    return check


def _enum(allowed: list[Any], _schema: dict[str, Any], _root: dict[str, Any]) -> _Check:
    def check(value: Any) -> _Found:
        if (value is None or isinstance(value, str)) and value in allowed:
            return None
        words = ", ".join(map(str, filter(None, allowed)))
        return [], f"{_show(value)} is not one of {words}"

    return check


def _const(wanted: Any, schema: dict[str, Any], root: dict[str, Any]) -> _Check:
    return _enum([wanted], schema, root)


def _minimum(least: int, _schema: dict[str, Any], _root: dict[str, Any]) -> _Check:
    def check(value: Any) -> _Found:
        if isinstance(value, (int, float)) and not isinstance(value, bool) and value < least:
            return [], f"{value} is less than {least}"
        return None

    return check


def _required(names: list[str], _schema: dict[str, Any], _root: dict[str, Any]) -> _Check:
    def check(value: Any) -> _Found:
        if isinstance(value, dict):
            for name in names:
                if name not in value:
                    return [name], "is missing"
        return None

    return check


def _properties(table: dict[str, Any], _schema: dict[str, Any], root: dict[str, Any]) -> _Check:
    compiled = [(name, compile_schema(part, root)) for name, part in table.items()]

    def check(value: Any) -> _Found:
        if isinstance(value, dict):
            for name, part in compiled:
                if name in value:
                    found = part(value[name])
                    if found is not None:
                        found[0].append(name)
                        return found
        return None

    return check


def _items(part: dict[str, Any], _schema: dict[str, Any], root: dict[str, Any]) -> _Check:
    check_item = compile_schema(part, root)

    def check(value: Any) -> _Found:
        if isinstance(value, (list, tuple)):
            for number, item in enumerate(value):
                found = check_item(item)
                if found is not None:
                    found[0].append(number)
                    return found
        return None

    return check


def _prefix_items(
    parts: list[dict[str, Any]], _schema: dict[str, Any], root: dict[str, Any]
) -> _Check:
    compiled = [compile_schema(part, root) for part in parts]

    def check(value: Any) -> _Found:
        if isinstance(value, (list, tuple)):
            for number, (item, part) in enumerate(zip(value, compiled, strict=False)):
                found = part(item)
                if found is not None:
                    found[0].append(number)
                    return found
        return None

    return check


def _min_items(least: int, _schema: dict[str, Any], _root: dict[str, Any]) -> _Check:
    def check(value: Any) -> _Found:
        if isinstance(value, (list, tuple)) and len(value) < least:
            return [], f"has fewer than {least} items"
        return None

    return check


def _max_items(most: int, _schema: dict[str, Any], _root: dict[str, Any]) -> _Check:
    def check(value: Any) -> _Found:
        if isinstance(value, (list, tuple)) and len(value) > most:
            return [], f"has more than {most} items"
        return None

    return check


def _any_of(parts: list[dict[str, Any]], _schema: dict[str, Any], root: dict[str, Any]) -> _Check:
    compiled = [(_kinds(part, root), compile_schema(part, root)) for part in parts]

    def check(value: Any) -> _Found:
        first = None
        for kinds, part in compiled:
            if not isinstance(value, kinds):
                continue  # to word why costs more than all else, and nobody reads it
            found = part(value)
            if found is None:
                return None
            first = first or found
        return first or compiled[0][1](value)

    return check


def _kinds(part: dict[str, Any], root: dict[str, Any]) -> tuple[type, ...] | type:
    """The types of values that may be valid by a schema."""
    reference = part.get("$ref")
    if isinstance(reference, str):
        return _kinds(root["$defs"][reference.removeprefix("#/$defs/")], root)
    names = part.get("type")
    if names is None:
        return object
    wanted = [names] if isinstance(names, str) else names
    # A number without a fraction may be written with a point.
    return (*(kind for name in wanted for kind in _TYPES[name]), float)


def _ref(reference: str, _schema: dict[str, Any], root: dict[str, Any]) -> _Check:
    return compile_schema(root["$defs"][reference.removeprefix("#/$defs/")], root)


def _all_of(parts: list[dict[str, Any]], _schema: dict[str, Any], root: dict[str, Any]) -> _Check:
    compiled = [compile_schema(part, root) for part in parts]

    def check(value: Any) -> _Found:
        for part in compiled:
            found = part(value)
            if found is not None:
                return found
        return None

    return check


def _if(condition: dict[str, Any], schema: dict[str, Any], root: dict[str, Any]) -> _Check:
    then = compile_schema(schema["then"], root)
    if list(condition) == ["properties"] and len(condition["properties"]) == 1:
        ((name, rule),) = condition["properties"].items()
        if list(rule) == ["const"]:
            # What every kind of event asks first; the general way words a message each time.
            wanted = rule["const"]

            def check_kind(value: Any) -> _Found:
                is_other = isinstance(value, dict) and name in value and value[name] != wanted
                return None if is_other else then(value)

            return check_kind
    holds = compile_schema(condition, root)

    def check(value: Any) -> _Found:
        return then(value) if holds(value) is None else None

    return check


_KEYWORDS: dict[str, Callable[[Any, dict[str, Any], dict[str, Any]], _Check]] = {
    "type": _type,
    "pattern": _pattern,
    "enum": _enum,
    "const": _const,
    "minimum": _minimum,
    "required": _required,
    "properties": _properties,
    "items": _items,
    "prefixItems": _prefix_items,
    "minItems": _min_items,
    "maxItems": _max_items,
    "$ref": _ref,
    "allOf": _all_of,
    "anyOf": _any_of,
    "if": _if,
}


def _show(value: Any) -> str:
    text = json.dumps(value, default=repr)
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "..."
