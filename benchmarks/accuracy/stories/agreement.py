"""Where the answers of the queries differ: each is held against `blame`, line by line."""

from __future__ import annotations

from collections import Counter
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from tracer.engine.content import content_of
from tracer.exchange.exporter import export_agent_trace
from tracer.intents import load
from tracer.model.errors import TracerError
from tracer.queries.blame import blame
from tracer.queries.blame_by_intent import blame_by_intent
from tracer.queries.check import check
from tracer.queries.intent_map import intent_map
from tracer.queries.ownership import Ownership
from tracer.queries.report import report
from tracer.vcs import Git
from tracer.vcs.files import is_sidecar

if TYPE_CHECKING:
    from tracer.model.workspace import Workspace

Json = dict[str, Any]
Rows = dict[str, list[Json]]

_SPANS = 3  # disagreements of one kind that are spelled out


def disagreements(workspace: Workspace, *, base: str | None = None) -> list[str]:
    """What any query says otherwise than `blame`, one sentence each; none when all agree.

    With `base`, `check` is asked as well.
    """
    rows, texts = blamed(workspace)
    found = [
        *_by_intent(workspace, rows, texts),
        *_map(workspace, rows, texts),
        *_report(workspace, rows),
        *_export(workspace, rows, texts),
    ]
    if base is not None:
        found += _check(workspace, base)
    return found


def blamed(workspace: Workspace) -> tuple[Rows, dict[str, list[bytes]]]:
    """Blame's rows and the lines of every text file that stands in the work tree now."""
    with Git(workspace.root) as git, ExitStack() as stack:
        ownership = Ownership.open(workspace, stack)
        paths = {path for path in git.files() if not is_sidecar(path)}
        texts = {path: text for path in sorted(paths) if (text := ownership.text(path)) is not None}
    rows = {
        path: blame(workspace, path).document["lines"]
        for path, text in texts.items()
        if b"\0" not in text[:8000]
    }
    return rows, {path: text.split(b"\n") for path, text in texts.items()}


def _with_code(row: Json, lines: list[bytes]) -> bool:
    return bool(lines[row["line"] - 1].strip())


def _by_intent(workspace: Workspace, rows: Rows, texts: dict[str, list[bytes]]) -> list[str]:
    intents = {intent.id for intent in load(workspace).intents}
    intents |= {row["origin"]["intent_id"] for told in rows.values() for row in told}
    found = []
    for intent in sorted(intents - {None}):
        wanted = {
            (path, row["line"], row["origin"]["id"], row["method"])
            for path, told in rows.items()
            for row in told
            if row["origin"]["intent_id"] == intent and _with_code(row, texts[path])
        }
        said = {
            (span["path"], line, span["record"], span["method"])
            for span in blame_by_intent(workspace, intent)["ranges"]
            for line in range(span["start_line"], span["end_line"] + 1)
            if texts.get(span["path"], [b""] * line)[line - 1].strip()
        }
        found += _difference(f"blame-by-intent {intent}", wanted, said)
    return found


def _map(workspace: Workspace, rows: Rows, texts: dict[str, list[bytes]]) -> list[str]:
    wanted: Counter[tuple[str, str]] = Counter(
        (row["origin"]["intent_id"], path)
        for path, told in rows.items()
        for row in told
        if row["origin"]["intent_id"] is not None and _with_code(row, texts[path])
    )
    said: Counter[tuple[str, str]] = Counter()
    for intent in intent_map(workspace)["intents"]:
        for file in intent["files"]:
            lines = sum(element["lines"] for element in file["elements"])
            said[intent["id"], file["path"]] += lines
    return _difference("map", set(wanted.items()), set(said.items()))


def _report(workspace: Workspace, rows: Rows) -> list[str]:
    intents: Counter[str | None] = Counter()
    people: Counter[tuple[Any, ...]] = Counter()
    for told in rows.values():
        for row in told:
            origin = row["origin"]
            if origin["kind"] == "record" or origin["intent_id"] is not None:
                intents[origin["intent_id"]] += 1
                who = origin["contributor"]
                people[who["entity_type"], who["model_identifier"], who["name"]] += 1
    document = report(workspace)
    said = {r["id"]: r["lines_now"] for r in document["by_intent"] if r["lines_now"]}
    found = _difference("report by intent", set(intents.items()), set(said.items()))
    by = {
        (r["entity_type"], r["model_identifier"], r["name"]): r["lines_now"]
        for r in document["by_contributor"]
        if r["lines_now"]
    }
    return found + _difference("report by contributor", set(people.items()), set(by.items()))


def _export(workspace: Workspace, rows: Rows, texts: dict[str, list[bytes]]) -> list[str]:
    """A record's lines as they go out, where its version still stands: its owner's by blame.

    What came before it cannot have taken one of them, and what came after left no mark.
    """
    standing = {content_of(b"\n".join(lines)): path for path, lines in texts.items()}
    found: list[str] = []
    for record in export_agent_trace(workspace):
        ours = record["metadata"]["tracer"]
        after = {file["relative_path"]: file["after"] for file in ours["files"]}
        for file in record["files"]:
            path = file["path"]
            if standing.get(after[path] or "") != path:
                continue
            said = {
                (path, line)
                for conversation in file["conversations"]
                for span in conversation["ranges"]
                for line in range(span["start_line"], span["end_line"] + 1)
                if texts[path][line - 1].strip()
            }
            wanted = {
                (path, row["line"])
                for row in rows[path]
                if row["origin"]["id"] == record["id"] and _with_code(row, texts[path])
            }
            found += _difference(f"export {record['id'][-6:]}", wanted, said & wanted)
    return found


def _check(workspace: Workspace, base: str) -> list[str]:
    """Each finding about lines names the owner that blame names in the commit checked out."""
    try:
        findings = check(workspace, base)["findings"]
    except TracerError as error:
        return [f"check: {error}"]
    found: list[str] = []
    rows: dict[str, dict[int, Json]] = {}
    with Git(workspace.root) as git:
        for finding in findings:
            path = finding["path"]
            text = git.blob_at("HEAD", path)
            if text is None or is_sidecar(path):
                continue
            if finding["end_line"] > max(1, text.count(b"\n") + 1):
                found.append(f"check: {path}:{finding['end_line']} is beyond the end of the file")
            elif finding["rule"] in {"no-contributor", "no-intent", "unknown-intent"}:
                if path not in rows:
                    told = blame(workspace, path, rev="HEAD").document["lines"]
                    rows[path] = {row["line"]: row for row in told}
                found += [
                    f"check: {path}:{line} is {finding['id']}'s"
                    for line in range(finding["start_line"], finding["end_line"] + 1)
                    if rows[path][line]["origin"]["id"] != finding["id"]
                ]
    return found


def _difference(name: str, wanted: set[Any], said: set[Any]) -> list[str]:
    missing = sorted(wanted - said, key=repr)[:_SPANS]
    extra = sorted(said - wanted, key=repr)[:_SPANS]
    return [f"{name} lacks {item}" for item in missing] + [f"{name} has {item}" for item in extra]
