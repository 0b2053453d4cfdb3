"""`governance_ledger.md`: one readable line for each decision (REQUIREMENTS E3).

The ledger proper is `agent_trace.jsonl`; this file is for people who look over somebody's
shoulder. It holds no text of files and no commands.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from tracer.intents.context import escape

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tracer.model.workspace import Workspace

NAME = "governance_ledger.md"
_HEAD = """\
# Decisions

One line for each decision tracer took or saw, the newest last. `agent_trace.jsonl` beside it is
what counts, and can be verified; this is for reading.

"""
_PATHS = 8
_SHOWN = 80  # characters of one value


def write(workspace: Workspace, record: Mapping[str, Any]) -> None:
    """Append the line of a record. Raises: OSError where the file cannot be written."""
    path = os.path.join(workspace.sidecar, NAME)
    text = f"- {line_of(record)}\n"
    if not os.path.exists(path):
        text = _HEAD + text
    with open(path, "a", encoding="utf-8", errors="replace") as file:
        file.write(text)


def line_of(record: Mapping[str, Any]) -> str:
    """The line of one record: time, status, what, and who, as `key=value`."""
    kind = str(record.get("event") or "")
    refusal = record.get("refusal") or {}
    tool = record.get("tool") or {}
    contributor = _contributor(record)
    approval = record.get("approval") or {}
    fields = {
        "status": _status(record, kind),
        "event": kind,
        "code": refusal.get("error_code"),
        "tool": tool.get("tool"),
        "intent": record.get("intent_id"),
        "action": (record.get("lifecycle") or {}).get("action") or approval.get("answer"),
        "class": record.get("mutation_class"),
        "agent": tool.get("name"),
        "task": tool.get("turn_id") or tool.get("session_id"),
        "model": contributor.get("model_identifier"),
        "by": approval.get("by") or contributor.get("name"),
        "revision": str((record.get("vcs") or {}).get("revision_id") or "")[:12],
        "paths": _paths(record, refusal),
    }
    said = [f"{key}={_value(value)}" for key, value in fields.items() if value]
    return " ".join([str(record.get("timestamp") or "")[:19] + "Z", *said])


def _status(record: Mapping[str, Any], kind: str) -> str:
    if kind == "refusal":
        return "DENIED" if record.get("enforced") else "OK"
    if kind == "approval":
        return "DENIED" if (record.get("approval") or {}).get("answer") == "rejected" else "OK"
    if kind == "quality":
        failed = any(step.get("status") != "ok" for step in record.get("steps") or ())
        return "FAILED" if failed else "OK"
    return "FAILED" if record.get("failed") else "OK"


def _contributor(record: Mapping[str, Any]) -> Mapping[str, Any]:
    found = record.get("contributor")
    for file in record.get("files") or ():
        for conversation in file.get("conversations") or ():
            found = found or conversation.get("contributor")
    return found if isinstance(found, dict) else {}


def _paths(record: Mapping[str, Any], refusal: Mapping[str, Any]) -> str:
    paths = [str(file.get("relative_path")) for file in record.get("files") or ()]
    if refusal.get("path"):
        paths.append(str(refusal["path"]))
    more = [f"+{len(paths) - _PATHS}"] if len(paths) > _PATHS else []
    return ",".join([*paths[:_PATHS], *more])


def _value(value: Any) -> str:
    """One word: nothing in it can begin another field, another line or markup."""
    text = escape(str(value), _SHOWN).replace(" ", "_")
    return "".join(char if char not in "`*[]|\\" else "_" for char in text)
