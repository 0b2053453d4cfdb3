"""git-ai's authorship logs, kept as git notes at `refs/notes/ai` (`authorship/3.0.0`).

A note has two parts, divided by a line `---`: which lines of which files of its commit were
written in which session, and a JSON object that says who the sessions were. Keys of lines
are `s_ID::t_ID` (a session), `h_ID` (a person) or bare hexadecimal (a prompt, before 1.4).
Lines that no key names are of unknown origin there, and stay what they are here.

Source: specs/git_ai_standard_v3.0.0.md of the git-ai project.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from tracer.exchange.foreign import FileClaim, ForeignRecord, Span, prefixed, workspace_path
from tracer.model.enums import EntityType
from tracer.model.errors import InputError
from tracer.model.events import Contributor
from tracer.model.named_tuple import NamedTuple
from tracer.vcs.commits import split_person

if TYPE_CHECKING:
    from collections.abc import Iterator

Json = dict[str, Any]

NOTES = "refs/notes/ai"
FORMAT = "authorship/3.0.0"

_ENTRY = re.compile(r"  (\S+) (\S+)\Z")
_RANGE = re.compile(r"([1-9][0-9]{0,9})(?:-([1-9][0-9]{0,9}))?\Z", re.ASCII)
_FIX = "Nothing was imported; remove that note or leave it to git-ai to repair"


class _Author(NamedTuple):
    """Who a key stands for, and where the conversation is."""

    contributor: Contributor
    tool: str | None
    url: str | None


def read_note(text: str, commit: str, timestamp: str | None) -> ForeignRecord | None:
    """The record in the note of a commit; None for a version of the format not read here.

    `timestamp` is the commit's. Keys whose session the note does not describe (a commit picked
    from elsewhere) are of contributor unknown.
    Raises: InputError naming the commit and the line or field that is malformed.
    """
    where = f"{NOTES}: note of {commit[:12]}"
    lines = text.split("\n")
    if "---" not in lines:
        raise InputError(f"{where}: the line `---` is missing", fix=_FIX)
    divider = lines.index("---")
    metadata = _metadata("\n".join(lines[divider + 1 :]), where)
    version = metadata.get("schema_version")
    if not isinstance(version, str):
        raise InputError(f"{where}: schema_version: is missing or no string", fix=_FIX)
    if version.partition(".")[0] != FORMAT.partition(".")[0]:
        return None
    files = tuple(_files(lines[:divider], _authors(metadata, where), where))
    tools = {author.tool for _, author in files if author.tool}
    return ForeignRecord(
        format=version,
        id=commit,
        timestamp=timestamp,
        revision=commit,
        is_at_revision=True,
        is_exact=True,
        tool=tools.pop() if len(tools) == 1 else None,
        intent_id=None,
        mutation_class=None,
        files=tuple(claim for claim, _ in files),
    )


def _metadata(text: str, where: str) -> Json:
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{where}: metadata: not JSON: {error}", fix=_FIX) from error
    if not isinstance(document, dict):
        raise InputError(f"{where}: metadata: not a JSON object", fix=_FIX)
    return document


def _authors(metadata: Json, where: str) -> dict[str, _Author]:
    """Key of a session, person or prompt → who that is."""
    found: dict[str, _Author] = {}
    for table in ("prompts", "sessions"):
        for key, entry in _table(metadata, table, where).items():
            agent = entry.get("agent_id")
            if not isinstance(agent, dict):
                raise InputError(f"{where}: {table}.{key}.agent_id: no JSON object", fix=_FIX)
            found[key] = _agent(agent, entry.get("messages_url"))
    for key, entry in _table(metadata, "humans", where).items():
        author = entry.get("author")
        if not isinstance(author, str):
            raise InputError(f"{where}: humans.{key}.author: no string", fix=_FIX)
        name = split_person(author)[0]
        found[key] = _Author(Contributor(EntityType.HUMAN, None, name or None), None, None)
    return found


def _table(metadata: Json, name: str, where: str) -> dict[str, Json]:
    table = metadata.get(name) or {}
    if not isinstance(table, dict) or not all(isinstance(row, dict) for row in table.values()):
        raise InputError(f"{where}: {name}: not a JSON object of objects", fix=_FIX)
    return table


def _agent(agent: Json, messages_url: Any) -> _Author:
    tool, model, conversation = (_word(agent.get(key)) for key in ("tool", "model", "id"))
    url = messages_url if isinstance(messages_url, str) else None
    if url is None and conversation:
        url = prefixed(f"{tool or 'agent'}:{conversation}", "conversation")
    contributor = Contributor(EntityType.AI, model if model != "unknown" else None, tool)
    return _Author(contributor, tool, prefixed(url, "conversation"))


def _word(value: Any) -> str | None:
    return value if isinstance(value, str) and value else None


def _files(
    lines: list[str], authors: dict[str, _Author], where: str
) -> Iterator[tuple[FileClaim, _Author]]:
    """The claims of the attestation section, with whom they are about."""
    path: str | None = None
    for number, line in enumerate(lines, 1):
        here = f"{where}, line {number}"
        if not line.strip():
            continue
        if not line.startswith(" "):
            name = line[1:-1] if len(line) > 1 and line[0] == line[-1] == '"' else line
            path = workspace_path(name, here)
            continue
        entry = _ENTRY.match(line)
        if entry is None or path is None:
            raise InputError(f"{here}: neither a file nor a key with its lines", fix=_FIX)
        author = authors.get(entry[1].partition("::")[0], _NOBODY)
        spans = tuple(
            Span(start, stop, None, author.contributor) for start, stop in _ranges(entry[2], here)
        )
        yield FileClaim(path, author.url, (), spans), author


def _ranges(text: str, where: str) -> Iterator[tuple[int, int]]:
    for part in text.split(","):
        match = _RANGE.match(part)
        start = int(match[1]) if match else 0
        stop = int(match[2] or start) if match else 0
        if not 0 < start <= stop:
            raise InputError(f"{where}: {part!r} is no line and no range of lines", fix=_FIX)
        yield start, stop


_NOBODY = _Author(Contributor(EntityType.UNKNOWN), None, None)
