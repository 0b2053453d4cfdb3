"""`tracer map`: which code serves which intent, as a page for people who do not read code.

Made from the last recorded version of each file: its attribution, and the definitions the
grammar finds in it. What was found is kept below the index, with the record up to which it
holds, so that writing the page anew costs only the files that later records touched.
"""

from __future__ import annotations

import hashlib
import json
import os
from itertools import groupby
from typing import TYPE_CHECKING, Any

from tracer.fingerprint import fingerprint
from tracer.intents import load
from tracer.ledger import Index
from tracer.model.disk import write_atomically
from tracer.model.enums import Rung, SourceKind
from tracer.model.workspace import SIDECAR
from tracer.queries.files import read_if_file
from tracer.queries.places import element_by_line
from tracer.syntax import parse

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tracer.intents import Intent
    from tracer.model.attribution import FileState
    from tracer.model.workspace import Workspace

Json = dict[str, Any]

NAME = "intent_map.md"
_FORMAT = 1
_HEAD = """\
# Intent map

Where the code of each intent is, as last recorded. Written by `tracer map`; edits here are lost.
"""


def refresh_map(workspace: Workspace) -> bool:
    """Bring the page up to date where it is wanted: there are intents, or it is there already.

    Raises: OSError when it cannot be written; LedgerError.
    """
    is_there = os.path.exists(os.path.join(workspace.sidecar, NAME))
    if not is_there and not load(workspace).intents:
        return False
    return write_map(workspace, intent_map(workspace))


def intent_map(workspace: Workspace) -> Json:
    """The intents with their code: files, and in each the definitions that serve the intent.

    Cost: a parse for each file that records touched since the last time.
    """
    with Index.open(workspace) as index:
        files = _files(workspace, index)
    registry = load(workspace)
    known = {intent.id: intent for intent in registry.intents}
    named = {name for entry in files.values() for name in entry}
    order = [*known, *sorted(named - known.keys())]
    return {"intents": [_intent(identity, known.get(identity), files) for identity in order]}


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
        else:
            parts.append("No code yet.\n")
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


def _files(workspace: Workspace, index: Index) -> dict[str, Json]:
    """Path → intent → its elements there, for every file that the ledger knows."""
    last = index.last_entry()
    mark = [last.line, last.id] if last is not None else None
    kept = _load(workspace)
    if kept is not None and kept["mark"] == mark:
        return dict(kept["files"])
    files: dict[str, Json] = {}
    changed = None  # all
    if kept is not None and kept["mark"] is not None:
        line, identity = kept["mark"]
        entry = index.entry(identity)
        if entry is not None and entry.line == line:  # else the ledger was merged or cut
            files, changed = kept["files"], index.paths_since(line)
    intents: dict[str, str | None] = {}
    paths = set(index.paths())
    for path in sorted(paths if changed is None else changed):
        files.pop(path, None)
        state = index.latest_state(path) if path in paths else None
        if state is None or path.startswith(f"{SIDECAR}/"):
            continue
        serving = _intents_by_line(index, state, intents)
        if serving:
            text = index.text(state.content)
            if text is None:
                text = read_if_file(os.path.join(workspace.root, path)) or b""
            files[path] = _elements(path, text, serving)
    _save(workspace, {"mark": mark, "files": files})
    return files


def _intents_by_line(
    index: Index, state: FileState, known: dict[str, str | None]
) -> dict[int, str]:
    """Line → the intent of the record it originates in."""

    def intent_of(origin_id: str, kind: SourceKind) -> str | None:
        if kind is not SourceKind.RECORD:
            return None
        if origin_id not in known:
            entry = index.entry(origin_id)
            known[origin_id] = entry.intent_id if entry is not None else None
        return known[origin_id]

    found: dict[int, str] = {}
    for run in state.runs:
        intent = intent_of(run.credit.origin.id, run.credit.origin.kind)
        if intent is not None:
            found.update(dict.fromkeys(range(run.start_line, run.end_line + 1), intent))
    for mixed in state.mixed:
        for _, credit in mixed.parts:
            intent = intent_of(credit.origin.id, credit.origin.kind)
            if intent is not None:
                found[mixed.line] = intent
    return found


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
        same = next((row for row in rows if row["name"] == element.name), None)
        if same is not None:
            same["lines"] += len(mine)
            continue
        span = tree.lines(element.outer)
        digest = prints.digest(Rung.TOKENS, element.row).hex()
        entry = {"kind": element.kind, "name": element.name}
        entry |= {"start_line": span.start_line, "end_line": span.end_line}
        rows.append(entry | {"lines": len(mine), "fingerprint": f"xxh3:{digest}"})
    return found


def _load(workspace: Workspace) -> Json | None:
    try:
        with open(_cache_path(workspace), encoding="utf-8") as file:
            document = json.load(file)
        return dict(document) if document["format"] == _FORMAT else None
    except (OSError, ValueError, TypeError, KeyError):
        return None  # derived: made anew


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
    return " ".join("".join(text).split())
