"""`tracer map`: which code serves which intent, as a page for people who do not read code.

Whose the lines are is what `ownership` says of the files as they are now; of each line the owner
counts. Definitions are those the grammar finds. What was found in a text is kept below the index,
so that writing the page anew parses only files with another text or other owners.
"""

from __future__ import annotations

import hashlib
import json
import os
from contextlib import ExitStack
from itertools import groupby
from typing import TYPE_CHECKING, Any

from tracer.engine.content import content_of
from tracer.fingerprint import fingerprint
from tracer.intents import archived, load
from tracer.model.disk import write_atomically
from tracer.model.enums import Rung
from tracer.queries.blame_by_intent import deleted_code
from tracer.queries.ownership import Ownership
from tracer.queries.places import element_by_line
from tracer.syntax import parse
from tracer.vcs.files import read_if_file

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tracer.intents import Intent
    from tracer.model.workspace import Workspace

    Progress = Callable[[int, int], None]

Json = dict[str, Any]

NAME = "intent_map.md"
_FORMAT = 3
_HEAD = """\
# Intent map

Where the code of each intent is now. Written by `tracer map`; edits here are lost.
"""


def refresh_map(workspace: Workspace, progress: Progress | None = None) -> bool:
    """Bring the page up to date where it is wanted: there are intents, or it is there already.

    Raises: OSError when it cannot be written; LedgerError.
    """
    is_there = os.path.exists(os.path.join(workspace.sidecar, NAME))
    if not is_there and not load(workspace).intents:
        return False
    return write_map(workspace, intent_map(workspace, progress))


def intent_map(workspace: Workspace, progress: Progress | None = None) -> Json:
    """The intents with their code: files, and in each the definitions that serve the intent.

    Cost: that of `Ownership.owned`, and a parse of each file whose text or owners changed.
    `progress` hears how many of the files are done.
    """
    registry = load(workspace)
    with ExitStack() as stack:
        ownership = Ownership.open(workspace, stack)
        files = _files(workspace, ownership, progress)
        known = {intent.id: intent for intent in registry.intents}
        named = {name for entry in files.values() for name in entry}
        recorded = set(ownership.index.intents()) if ownership.index is not None else set()
        order = [*known, *sorted((named | recorded) - known.keys())]
        known |= {intent.id: intent for intent in archived(workspace) if intent.id not in known}
        intents = [
            _intent(identity, known.get(identity), files)
            | {"deleted": _deleted(ownership, identity, files)}
            for identity in order
        ]
        intents = [
            intent
            for intent in intents
            if intent["id"] in known or intent["files"] or intent["deleted"]
        ]
    return {"intents": intents}


def _deleted(ownership: Ownership, identity: str, files: dict[str, Json]) -> list[Json]:
    """The definitions of an intent that are gone."""
    index = ownership.index
    records = [entry.id for entry in index.records_of_intent(identity)] if index else []
    present = {
        (path, element["name"])
        for path, entry in files.items()
        for element in entry.get(identity, ())
    }
    return deleted_code(ownership, records, present)


def write_map(workspace: Workspace, document: Json) -> bool:
    """Bring `.orchestration/intent_map.md` up to date; returns whether it changed.

    Raises: OSError when it cannot be written.
    """
    path = os.path.join(workspace.sidecar, NAME)
    text = to_markdown(document).encode("utf-8", "replace")
    if read_if_file(path) == text:
        return False
    write_atomically(path, text)
    return True


def to_markdown(document: Json) -> str:
    """The page: a heading for each intent, a table of its code."""
    parts = [_HEAD]
    for intent in document["intents"]:
        title = f"## {_plain(intent['id'])}"
        if intent["name"] and intent["name"] != intent["id"]:
            title += f": {_plain(intent['name'])}"
        facts = [intent["status"] or "not in the registry"]
        facts += [f"{_plain(spec['type'])} {_plain(spec['value'])}" for spec in intent["specs"]]
        facts += (
            [f"scope {' '.join(_code(glob) for glob in intent['scope'])}"]
            if intent["scope"]
            else []
        )
        parts.append(f"{title}\n\n{' · '.join(facts)}\n")
        rows = [
            f"| {_code(file['path'])} | {_what(element)} | {_lines(element)} "
            f"| {_code(element['fingerprint'][:17])} |"
            for file in intent["files"]
            for element in file["elements"]
        ]
        if rows:
            head = "| file | code | lines | fingerprint |\n|---|---|---|---|"
            parts.append("\n".join([head, *rows]) + "\n")
        elif not intent.get("deleted"):
            parts.append("No code yet.\n")
        gone = [
            f"- {_code(one['path'])} {_code(one['element'])}" for one in intent.get("deleted", ())
        ]
        if gone:
            parts.append("\n".join(["Deleted:", "", *gone]) + "\n")
    return "\n".join(parts)


def _intent(identity: str, intent: Intent | None, files: dict[str, Json]) -> Json:
    return {
        "id": identity,
        "name": intent.name if intent else None,
        "status": intent.status.value if intent else None,
        "scope": list(intent.owned_scope) if intent else [],
        "specs": [spec._asdict() for spec in intent.related_specs] if intent else [],
        "files": [
            {"path": path, "elements": entry[identity]}
            for path, entry in sorted(files.items())
            if identity in entry
        ],
    }


def _files(
    workspace: Workspace, ownership: Ownership, progress: Progress | None
) -> dict[str, Json]:
    """Path → intent → its elements there."""
    kept = _load(workspace)
    now: dict[str, Json] = {}
    for path, owned in ownership.owned(progress=progress).items():
        serving = {
            line: entry.intent_id
            for entry in owned
            if entry.intent_id is not None
            for line in range(entry.start_line, entry.end_line + 1)
        }
        text = ownership.text(path) if serving else None
        if text is None:
            continue
        key = [content_of(text), [entry[:2] + entry[4:5] for entry in owned]]
        known = kept.get(path)
        if known is None or known["key"] != json.loads(json.dumps(key)):
            known = {"key": key, "elements": _elements(path, text, serving)}
        now[path] = known
    if now != kept:
        _save(workspace, {"files": now})
    return {path: entry["elements"] for path, entry in now.items()}


def _elements(path: str, text: bytes, serving: dict[int, str]) -> dict[str, list[Json]]:
    """Intent → the definitions (and lines outside of any) of a file that serve it."""
    tree = parse(text, path=path)
    prints = fingerprint(tree)
    named = element_by_line(tree)
    lines = text.split(b"\n")
    found: dict[str, list[Json]] = {}
    code = [line for line in sorted(serving) if line <= len(lines) and lines[line - 1].strip()]
    for (intent, element), members in groupby(code, key=lambda n: (serving[n], named.get(n))):
        mine = list(members)
        rows = found.setdefault(intent, [])
        if element is None:
            entry = {"kind": "lines", "name": None, "start_line": mine[0], "end_line": mine[-1]}
            digest = hashlib.sha256(b"\n".join(lines[mine[0] - 1 : mine[-1]])).hexdigest()[:32]
            rows.append(entry | {"lines": len(mine), "fingerprint": f"sha256:{digest}"})
            continue
        span = tree.lines(element.outer)
        where = element.name, span.start_line  # methods that are overloaded share a name
        same = next((row for row in rows if (row["name"], row["start_line"]) == where), None)
        if same is not None:
            same["lines"] += len(mine)
            continue
        digest = prints.digest(Rung.TOKENS, element.row).hex()
        entry = {"kind": element.kind, "name": element.name}
        entry |= {"start_line": span.start_line, "end_line": span.end_line}
        rows.append(entry | {"lines": len(mine), "fingerprint": f"xxh3:{digest}"})
    return found


def _load(workspace: Workspace) -> Json:
    try:
        with open(_cache_path(workspace), encoding="utf-8") as file:
            document = json.load(file)
        return dict(document["files"]) if document["format"] == _FORMAT else {}
    except (OSError, ValueError, TypeError, KeyError):
        return {}  # derived: made anew


def _save(workspace: Workspace, document: Json) -> None:
    try:
        text = json.dumps({"format": _FORMAT, **document})
        write_atomically(_cache_path(workspace), text.encode())
    except OSError:
        return  # the next time reads the ledger's states again


def _cache_path(workspace: Workspace) -> str:
    return os.path.join(workspace.index, "map.json")


def _what(element: Json) -> str:
    if element["name"] is None:
        return "lines outside of definitions"
    return f"{_plain(element['kind'])} {_code(element['name'])}"


def _lines(element: Json) -> str:
    start, end = element["start_line"], element["end_line"]
    return str(start) if start == end else f"{start}-{end}"


def _code(text: str) -> str:
    """Text as code in a table cell: nothing in it ends the cell, the code or the line."""
    return "`" + _one_line(text).replace("`", "'").replace("|", "¦") + "`"


def _plain(text: str) -> str:
    """Text that Markdown and HTML take for nothing but text."""
    escaped = "".join(f"\\{char}" if char in "\\`*_[]|#<>" else char for char in _one_line(text))
    return escaped.replace("&", "&amp;")


def _one_line(text: Iterable[str] | str) -> str:
    line = " ".join("".join(text).split())
    return "".join(char if char.isprintable() else "\ufffd" for char in line)
