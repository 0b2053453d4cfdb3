"""A record of another tool, reduced to what can be said here: who wrote which lines."""

from __future__ import annotations

import json
import os
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from tracer.ledger.schema import compile_schema
from tracer.model.errors import InputError
from tracer.model.named_tuple import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

    from tracer.model.events import Contributor

    Check = Callable[[Any], tuple[list[str | int], str] | None]

Json = dict[str, Any]


class Span(NamedTuple):
    """Lines of a file, 1-based, both ends included, as the other tool numbers them.

    `content_hash` is the tool's own hash of their text, or None.
    """

    start_line: int
    end_line: int
    content_hash: str | None
    contributor: Contributor


class FileClaim(NamedTuple):
    """What one conversation wrote in one file. `related` are (type, value) pairs."""

    path: str
    url: str | None
    related: tuple[tuple[str, str], ...]
    spans: tuple[Span, ...]


class ForeignRecord(NamedTuple):
    """One record of another tool.

    `revision` is the commit it names; with `is_at_revision` the lines are counted in that
    commit's files, else the commit was checked out before the change. `is_exact`: the tool
    vouches for the line numbers there, hashes are not needed. `timestamp` is RFC 3339 in UTC.
    `chain` says what is known of the hash chain the record stood in.
    """

    format: str
    id: str
    timestamp: str | None
    revision: str | None
    is_at_revision: bool
    is_exact: bool
    tool: str | None
    intent_id: str | None
    mutation_class: str | None
    files: tuple[FileClaim, ...]
    chain: str | None = None


def utc(text: str, where: str) -> str:
    """An RFC 3339 moment as the ledger writes it: UTC, microseconds.

    Raises: InputError naming `where` for no such moment.
    """
    try:
        moment = datetime.fromisoformat(text)
        if moment.tzinfo is None:
            moment = moment.replace(tzinfo=UTC)
        return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ").rjust(27, "0")
    except (ValueError, OverflowError) as error:
        raise InputError(
            f"{where}: timestamp: {text!r} is no moment in time", fix="Write it as RFC 3339 says"
        ) from error


def loaded_schema(name: str) -> Check:
    """The check of a shipped schema, compiled."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "schema", f"{name}.json")
    with open(path, "rb") as file:
        document = json.loads(file.read())
    return compile_schema(document, document)


def demand(check: Check, document: Json, where: str) -> None:
    """Raise InputError naming `where` and the field that a schema refuses, if it does."""
    found = check(document)
    if found is not None:
        steps = (f"[{step}]" if isinstance(step, int) else f".{step}" for step in found[0][::-1])
        field = "".join(steps).removeprefix(".")
        raise InputError(
            f"{where}: {field}: {found[1]}" if field else f"{where}: {found[1]}",
            fix="Nothing was imported; correct it or leave it out",
        )


def workspace_path(path: str, where: str) -> str:
    """A file's POSIX path relative to the workspace root.

    Raises: InputError naming `where` for a path that leaves it.
    """
    plain = path.replace("\\", "/")
    while plain.startswith("./"):
        plain = plain[2:]
    parts = plain.split("/")
    if not plain or plain.startswith("/") or ".." in parts or "\0" in plain:
        raise InputError(
            f"{where}: {path!r} is no path inside the repository",
            fix="Nothing was imported; paths are relative to the repository's root",
        )
    return plain


def prefixed(url: str | None, kind: str) -> str | None:
    """A URL or URN as it is; anything else as a URN of tracer's, so that it stays one word."""
    from urllib.parse import quote  # noqa: PLC0415 - only where something is imported

    if not url:
        return None
    if url.startswith(("https://", "http://", "urn:")):
        return url
    return f"urn:tracer:{kind}:{quote(url, safe='')}"
