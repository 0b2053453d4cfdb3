"""Bytes from an agent as JSON: byte order marks, UTF-16 and control characters are tolerated."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from tracer.agents.spec import camel_case
from tracer.model.errors import InputError
from tracer.model.patterns import lazy_pattern

if TYPE_CHECKING:
    from tracer.agents.spec import Spec

LIMIT = 64 * 1024 * 1024  # bytes of one payload
_ENCODINGS = (
    (b"\xef\xbb\xbf", "utf-8"),
    (b"\xff\xfe", "utf-16-le"),
    (b"\xfe\xff", "utf-16-be"),
)
_HALF_CHARACTER = lazy_pattern(rb"\\u[dD][89a-fA-F]")
_GLEANED = 1024 * 1024  # bytes looked at in a payload that is no JSON


def decode(stdin: bytes) -> dict[str, Any]:
    """The JSON object an agent sent.

    Raises: InputError, in one line that quotes nothing of the payload, for anything else.
    """
    fix = "Nothing was recorded for this call."
    if len(stdin) > LIMIT:
        raise InputError(f"the payload has {len(stdin)} bytes, the limit is {LIMIT}", fix=fix)
    try:
        payload = json.loads(text_of(stdin), strict=False)
    except UnicodeDecodeError as error:
        raise InputError(f"the payload is not UTF-8 at byte {error.start}", fix=fix) from error
    except json.JSONDecodeError as error:
        problem = f"the payload is not JSON at line {error.lineno}, column {error.colno}"
        raise InputError(f"{problem}: {error.msg}", fix=fix) from error
    except RecursionError as error:
        raise InputError("the payload is nested too deeply", fix=fix) from error
    if not isinstance(payload, dict):
        raise InputError("the payload is no JSON object", fix=fix)
    whole: dict[str, Any] = _mended(payload) if _HALF_CHARACTER.search(stdin) else payload
    return whole


def decoded(spec: Spec, payload: dict[str, Any]) -> dict[str, Any]:
    """The payload with the objects that the agent sends as JSON text, at `json_strings`."""
    for path in spec.get("json_strings", ()):
        *above, last = path.split(".")
        holder: Any = payload
        for key in above:
            holder = holder.get(key) if isinstance(holder, dict) else None
        text = holder.get(last) if isinstance(holder, dict) else None
        if isinstance(text, str) and text.lstrip()[:1] in ("{", "["):
            try:
                holder[last] = json.loads(text, strict=False)
            except (ValueError, RecursionError):
                continue
    return payload


def text_of(stdin: bytes) -> str:
    """The text of the payload. PowerShell pipes UTF-16 and may write a mark twice.

    Raises: UnicodeDecodeError.
    """
    encoding = "utf-8"
    for mark, name in _ENCODINGS:
        while stdin.startswith(mark):
            stdin, encoding = stdin[len(mark) :], name
    if encoding == "utf-8" and stdin[1:2] == b"\0":
        encoding = "utf-16-le"
    elif encoding == "utf-8" and stdin[:1] == b"\0":
        encoding = "utf-16-be"
    return stdin.decode(encoding)


def glean(stdin: bytes, spec: Spec) -> tuple[str | None, str | None]:
    """(event name, tool name) as far as a payload that is no JSON still shows them."""
    text = stdin[:_GLEANED].replace(b"\0", b"").decode(errors="replace")
    return _first(text, spec["event"]), _first(text, spec["tool"])


def _first(text: str, keys: str | list[str]) -> str | None:
    paths = [keys] if isinstance(keys, str) else keys
    found = (_gleaned(text, path.rpartition(".")[2]) for path in paths)
    return next((value for value in found if value is not None), None)


def _gleaned(text: str, key: str) -> str | None:
    spellings = f"(?:{re.escape(key)}|{re.escape(camel_case(key))})"
    match = re.search(rf'"{spellings}"\s*:\s*"([^"\\]{{1,100}})"', text)
    return match.group(1) if match else None


def _mended(value: Any) -> Any:
    """The value with U+FFFD for half characters, which no file or ledger can hold."""
    if isinstance(value, str):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, list):
        return [_mended(item) for item in value]
    if isinstance(value, dict):
        return {_mended(key): _mended(item) for key, item in value.items()}
    return value
