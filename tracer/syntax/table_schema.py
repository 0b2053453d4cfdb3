"""Tables of languages, checked when they are first read: `grammars/schema.yaml` has a line a key.

A misspelt key, a kind or field that the grammar lacks, or a value of another shape would otherwise
silently never match. What a line says is explained at the top of that file. A table that was found
right is kept with the schema's digest in its name, so it is checked again when either changes.
"""

from __future__ import annotations

import os
import re
from functools import cache
from typing import TYPE_CHECKING, Any

from tracer.model.errors import InputError
from tracer.model.named_tuple import NamedTuple
from tracer.resources import data_dir, line_of, load_yaml

if TYPE_CHECKING:
    from collections.abc import Callable


class Vocabulary(NamedTuple):
    """The names that a grammar has."""

    kinds: frozenset[str] = frozenset()
    fields: frozenset[str] = frozenset()


class SchemaError(Exception):
    """A table is not what the schema says: the keys down to the place, and what is wrong there."""

    def __init__(self, keys: tuple[str, ...], said: str) -> None:
        super().__init__(said)
        self.keys = keys
        self.said = said


@cache
def schema_of(table: str) -> dict[str, Any]:
    """What the schema says of a table: `grammar`, `verdicts`, `equivalence`. Raises: InputError."""
    found: dict[str, Any] = load_yaml(_schema_path())[table]
    return found


def load_table(language: str, table: str, names: Callable[[], Vocabulary]) -> dict[str, Any]:
    """The table `grammars/<language>/<table>.yaml`, checked; {} where there is none.

    `names` is asked for the grammar's names when the table is checked, which it is once for each
    content. Cost: that of `load_yaml`, and a digest of the schema once a process.
    Raises: InputError, with file and line, for what the schema does not have.
    """
    path = os.path.join(data_dir("grammars"), language, f"{table}.yaml")
    if not os.path.exists(path):
        return {}

    def check_document(document: Any) -> None:
        try:
            check(document, schema_of(table), names())
        except SchemaError as error:
            where = f"{path}:{line_of(path, error.keys)}: {'.'.join(error.keys)}"
            fix = f"Correct it, or say in {_schema_path()} what it is."
            raise InputError(f"{where}: {error.said}", fix=fix) from error

    loaded: dict[str, Any] = load_yaml(path, check=check_document, by=_digest())
    return dict(loaded or {})


def check(value: Any, schema: Any, names: Vocabulary, keys: tuple[str, ...] = ()) -> None:
    """Nothing, if a value is what the schema says. Raises: SchemaError."""
    if isinstance(schema, str):
        said = _CHECKS[type_in(schema)](value, names)
        if said:
            raise SchemaError(keys, said)
        return
    kind = type_in(schema.get("", "table"))
    if kind == "entries":
        if not isinstance(value, list):
            raise SchemaError(keys, "not a list of tables")
        for entry in value:
            _check_keys(entry, schema, names, keys)
    elif kind == "tables":
        for key, entry in _mapping(value, keys).items():
            _check_keys(entry, schema, names, (*keys, str(key)))
    else:
        _check_keys(value, schema, names, keys)


def type_in(line: str) -> str:
    """The type that a line of the schema begins with."""
    return line.partition("|")[0].strip()


def _mapping(value: Any, keys: tuple[str, ...]) -> dict[Any, Any]:
    if not isinstance(value, dict):
        raise SchemaError(keys, "not a table")
    return value


def _check_keys(
    value: Any, schema: dict[str, Any], names: Vocabulary, keys: tuple[str, ...]
) -> None:
    for key, entry in _mapping(value, keys).items():
        if key not in schema or not key:
            known = ", ".join(sorted(filter(None, schema)))
            raise SchemaError((*keys, str(key)), f"no such key; there are {known}")
        check(entry, schema[key], names, (*keys, str(key)))


def _is_list(value: Any) -> bool:
    return isinstance(value, list) and not any(isinstance(one, dict | list) for one in value)


def _wrong_pattern(value: Any, _: Vocabulary) -> str:
    if not isinstance(value, str):
        return "not a pattern"
    try:
        re.compile(value)
    except re.error as error:
        return f"not a pattern: {error}"
    return ""


def _wrong_kinds(value: Any, names: Vocabulary) -> str:
    if not _is_list(value):
        return "not a list of kinds"
    return next((f"no kind {one!r} in the grammar" for one in value if one not in names.kinds), "")


def _wrong_keys(value: Any, names: Vocabulary) -> str:
    return _wrong_kinds(list(value), names) if isinstance(value, dict) else "not a table by kinds"


def _wrong_positions(value: Any, names: Vocabulary) -> str:
    said = _wrong_keys(value, names)
    if said:
        return said
    for fields in value.values():
        if not _is_list(fields):
            return "not a list of fields"
        for one in fields:
            if one in ("-", "*") or one in names.fields:
                continue
            if one[:1] != ":":
                return f"no field {one!r} in the grammar"
            if one[1:] not in names.kinds:
                return f"no kind {one[1:]!r} in the grammar"
    return ""


def _is_a(kind: type, said: str) -> Callable[[Any, Vocabulary], str]:
    return lambda value, _: "" if isinstance(value, kind) else said


_CHECKS: dict[str, Callable[[Any, Vocabulary], str]] = {
    "flag": _is_a(bool, "neither true nor false"),
    "number": _is_a(int, "not a number"),
    "text": _is_a(str, "not a text"),
    "map": _is_a(dict, "not a table"),
    "any": lambda _value, _names: "",
    "texts": lambda value, _: "" if _is_list(value) else "not a list of texts",
    "pattern": _wrong_pattern,
    "kinds": _wrong_kinds,
    "by kind": _wrong_keys,
    "positions": _wrong_positions,
}


def _schema_path() -> str:
    return os.path.join(data_dir("grammars"), "schema.yaml")


@cache
def _digest() -> str:
    import xxhash  # noqa: PLC0415 - as `resources` does, but once a process

    with open(_schema_path(), "rb") as file:
        return str(xxhash.xxh3_64_hexdigest(file.read()))
