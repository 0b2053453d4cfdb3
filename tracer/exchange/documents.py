"""The JSON documents in a file: one for each line, or one for the whole file."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tracer.model.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

Json = dict[str, Any]

_FIX = "Nothing was imported; correct the file or leave that record out"


def documents(data: bytes, name: str) -> Iterator[tuple[str, Json]]:
    """(where, object) for every record of a JSONL file, a JSON object or a JSON array.

    `where` names file and line (or element), for messages. Blank lines are skipped.
    Raises: InputError, naming where, for what is no JSON object.
    """
    text = _decoded(data, name)
    whole = _whole(text)
    if whole is not None:
        for number, item in enumerate(whole):
            where = name if len(whole) == 1 else f"{name}: record {number + 1}"
            yield where, _object(item, where)
        return
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            where = f"{name}: line {number}"
            yield where, _object(_parsed(line, where), where)


def _decoded(data: bytes, name: str) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError(f"{name}: line {line}: not UTF-8", fix=_FIX) from error


def _whole(text: str) -> list[Any] | None:
    """The records of a file that is one JSON value; None for a file of lines."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, list) else [value]


def _parsed(line: str, where: str) -> Any:
    try:
        return json.loads(line, parse_constant=_refuse_constant)
    except RecursionError as error:
        raise InputError(f"{where}: nested too deeply", fix=_FIX) from error
    except ValueError as error:
        raise InputError(f"{where}: not JSON: {error}", fix=_FIX) from error


def _object(value: Any, where: str) -> Json:
    if not isinstance(value, dict):
        raise InputError(f"{where}: not a JSON object", fix=_FIX)
    return value


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")
