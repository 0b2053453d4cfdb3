"""The model an agent works with, read from the end of its transcript where no event names it."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

from tracer.agents.spec import first_text, value_at

if TYPE_CHECKING:
    from tracer.agents.spec import Spec

_TAIL = 256 * 1024  # bytes; the latest answer is near the end


def model_of(spec: Spec, payload: dict[str, Any]) -> str | None:
    """The model of the latest answer in the transcript the payload names, or None.

    Cost: one read of the last 256 KiB.
    """
    rule: dict[str, str] | None = spec.get("model_from_transcript")
    path = first_text(payload, [rule["path"]]) if rule else None
    if rule is None or path is None:
        return None
    key = rule["key"]
    last_key = f'"{key.rpartition(".")[2]}"'.encode()
    for line in reversed(_tail(os.path.expanduser(path)).split(b"\n")):
        if last_key in line:
            model = _value(line, key)
            if model and model != rule.get("unless"):
                return model
    return None


def _tail(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(max(0, size - _TAIL))
            return file.read()
    except (OSError, ValueError):
        return b""


def _value(line: bytes, key: str) -> str | None:
    """The text at a key path of one line of JSON; None for a line cut in two."""
    try:
        value = value_at(json.loads(line), key)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, str) else None
