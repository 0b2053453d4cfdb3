"""RFC 8785 canonical JSON, and the hash and line that are made of it.

A record is hashed and written in one form only, so that equal records are equal bytes.

`rfc8785` is the reference here but costs 10 ms to import, a sixth of a whole hook. The
standard encoder gives the same bytes when a value holds only strings, safe integers,
booleans, null, lists and objects with ASCII keys (ASCII keys sort alike as UTF-16 code units,
which the RFC demands, and as code points). That is every record tracer writes; anything else
goes through `rfc8785`. A property test holds the two paths equal.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

from tracer.model.errors import LedgerError

JsonObject = dict[str, Any]

_SAFE_INTEGER = 2**53 - 1  # RFC 8785 §3.2.2.3: what an IEEE 754 double holds exactly
_SHOWN_DEPTH = 20
_UNSEALED = "sha256:" + "0" * 64

_encode = json.JSONEncoder(
    ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":")
).encode


def canonical(value: Any) -> bytes:
    """The canonical bytes of a JSON value.

    Cost: about 10 µs for a record of 1 KB, linear.
    Raises: LedgerError for what I-JSON cannot hold: NaN, integers beyond 2^53, lone surrogates,
    keys that are not strings, cycles, nesting beyond the interpreter's stack.
    Source: RFC 8785.
    """
    try:
        text = _encode(value)
        return text.encode() if _is_plain(value) else _by_reference(value)
    except (ValueError, TypeError, RecursionError) as error:
        raise LedgerError(
            f"no canonical JSON form{_culprit(value)}: {error}",
            fix="Records hold text, whole numbers, booleans, null, lists and objects only.",
        ) from error


def _by_reference(value: Any) -> bytes:
    import rfc8785  # noqa: PLC0415 - 10 ms that records of our own never need

    form = rfc8785.dumps(value)
    # A float like 2.0**53 would be written as an integer that cannot be read back safely.
    rfc8785.dumps(json.loads(form))
    return form


def _culprit(value: Any) -> str:
    """` at a.b.c`: the path to the innermost part that has no canonical form. Cost: errors only."""
    path: list[str] = []
    while isinstance(value, (dict, list, tuple)) and len(path) < _SHOWN_DEPTH:
        parts = value.items() if isinstance(value, dict) else enumerate(value)
        inner = next(((key, part) for key, part in parts if not _has_form(part)), None)
        if inner is None:
            break
        path.append(str(inner[0]))
        value = inner[1]
    return f" at {'.'.join(path)}" if path else ""


def _has_form(value: Any) -> bool:
    try:
        canonical_text = _encode(value)
        canonical_text.encode()
    except (ValueError, TypeError, RecursionError):
        return False
    return not isinstance(value, int) or -_SAFE_INTEGER <= value <= _SAFE_INTEGER


def _is_plain(value: Any) -> bool:
    """Whether the standard encoder's bytes are canonical. `value` has no cycle: it was encoded."""
    stack = [value]
    while stack:
        item = stack.pop()
        kind = type(item)
        if kind is str or item is None or kind is bool:
            continue
        if kind is dict:
            if not all(map(str.isascii, item)):
                return False
            stack.extend(item.values())
        elif kind is list or kind is tuple:
            stack.extend(item)
        elif kind is int:
            if not -_SAFE_INTEGER <= item <= _SAFE_INTEGER:
                return False
        elif not isinstance(item, str):
            return False
    return True


def seal(record: JsonObject, integrity: JsonObject) -> tuple[bytes, JsonObject]:
    """The ledger line (no line end) of `record` under `integrity`, and the record as written.

    `integrity` comes without `record_hash`, which is added here.
    """
    sealed = {**record, "integrity": {**integrity, "record_hash": _UNSEALED}}
    line = canonical(sealed)
    digest = _digest(_without_hash(line, sealed, _UNSEALED))
    sealed["integrity"]["record_hash"] = digest
    field = _field(_UNSEALED)
    if line.count(field) == 1:
        return line.replace(field, _field(digest)), sealed
    return canonical(sealed), sealed


def record_hash(record: JsonObject, line: bytes) -> str:
    """What `record`'s `integrity.record_hash` must say; `line` is its canonical form."""
    stated = record["integrity"]["record_hash"]
    field = _field(stated)
    before, found, after = line.partition(field)
    if found and field not in after:
        digest = hashlib.sha256(before)
        digest.update(after)
        return f"sha256:{digest.hexdigest()}"
    return _digest(_without_hash(line, record, stated))


def _without_hash(line: bytes, record: JsonObject, stated: str) -> bytes:
    """The canonical form of `record` without `integrity.record_hash`.

    In canonical order `stream` comes after `record_hash`, so the field is followed by a comma
    and can be cut out of the line; quotes inside strings are escaped and cannot look like it.
    """
    field = _field(stated)
    if line.count(field) == 1:
        return line.replace(field, b"")
    rest = {key: value for key, value in record["integrity"].items() if key != "record_hash"}
    return canonical({**record, "integrity": rest})


def _field(stated: str) -> bytes:
    return f'"record_hash":"{stated}",'.encode()


def _digest(data: bytes) -> str:
    return f"sha256:{hashlib.sha256(data).hexdigest()}"
