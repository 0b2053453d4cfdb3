"""The `<intent_context>` block an agent gets when it checks an intent out (REQUIREMENTS B2).

Everything in it is text other people wrote, so every value is escaped, put on one line and
cut: nothing in a registry can close the block or open another.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from tracer.model.errors import InputError
from tracer.model.patterns import lazy_pattern
from tracer.resources import load_yaml

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from tracer.intents.model import Intent
    from tracer.model.workspace import Workspace

SIDECAR_FILE = "constraints.sidecar.yaml"
_VALUE_LIMIT = 500  # characters of one value
_LIST_LIMIT = 30  # values of one list
_HISTORY_LIMIT = 5  # latest records
_FILES_LIMIT = 8  # files named for one record

# What XML 1.0 forbids even when escaped, and what could hide text from a reader.
_UNWANTED = lazy_pattern(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\ufeff\ufffe\uffff]"
)
_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;"}

Sidecar = dict[str, list[Any]]


def render(intent: Intent, history: Sequence[Mapping[str, Any]], sidecar: Sidecar) -> str:
    """The block: one element a line, empty lists left out. `history` has the latest record last."""
    lines = [
        "<intent_context>",
        _element("id", intent.id),
        _element("name", intent.name),
        _element("status", intent.status.value),
        *_list("scope", "glob", intent.owned_scope),
        *_list("constraints", "constraint", intent.constraints),
        *_list("acceptance_criteria", "criterion", intent.acceptance_criteria),
        *_list("related_specs", "spec", [f"{s.type}: {s.value}" for s in intent.related_specs]),
        *_list("recent_history", "entry", _history(intent, history)),
    ]
    if intent.allowed_mutation != "ANY":
        lines.append(_element("allowed_mutation", intent.allowed_mutation))
    rules = sidecar["architectural_constraints"]
    lines += _list("sidecar_constraints", "constraint", [_plain(rule) for rule in rules])
    lines += _list("blocked_tools", "tool", [_plain(tool) for tool in sidecar["blocked_tools"]])
    lines += _list("denied_mutations", "path", [_plain(deny) for deny in sidecar["deny_mutations"]])
    lines.append("</intent_context>")
    return "\n".join(lines)


def read_sidecar(workspace: Workspace) -> Sidecar:
    """The team's constraints from `constraints.sidecar.yaml`; empty lists where there are none.

    Raises: InputError for a file of another shape.
    """
    path = os.path.join(workspace.sidecar, SIDECAR_FILE)
    document = load_yaml(path) if os.path.lexists(path) else None
    table = document.get("sidecar") if isinstance(document, dict) else document
    table = {} if table is None else table
    fix = "Write it as `sidecar: {architectural_constraints: [...]}`."
    if not isinstance(table, dict):
        raise InputError(f"{path}: `sidecar` must be a mapping", fix=fix)
    lists: Sidecar = {}
    for key in ("architectural_constraints", "blocked_tools", "deny_mutations"):
        value = table.get(key) or []
        if not isinstance(value, list):
            raise InputError(f"{path}: `{key}` must be a list", fix=fix)
        lists[key] = value
    return lists


def one_line(text: str, limit: int) -> str:
    """The text as a person may be shown it: one line, no control characters, cut."""
    line = " ".join("".join(char if char.isprintable() else " " for char in text).split())
    return line if len(line) <= limit else f"{line[:limit]}..."


def escape(text: str, limit: int = _VALUE_LIMIT) -> str:
    """The text on one line, cut at `limit` characters and escaped for XML and for a reader."""
    line = " ".join(_UNWANTED.sub("\ufffd", text).split())
    if len(line) > limit:
        line = line[: limit - 1] + "…"
    return "".join(_ENTITIES.get(char, char) for char in line)


def _element(tag: str, value: str) -> str:
    return f"<{tag}>{escape(value)}</{tag}>"


def _list(tag: str, item: str, values: Iterable[str]) -> list[str]:
    """The lines of one list, cut with a count of what is left out."""
    known = list(values)
    if not known:
        return []
    shown = [_element(item, value) for value in known[:_LIST_LIMIT]]
    if len(known) > _LIST_LIMIT:
        shown.append(f'<more count="{len(known) - _LIST_LIMIT}"/>')
    return [f"<{tag}>", *shown, f"</{tag}>"]


def _history(intent: Intent, records: Sequence[Mapping[str, Any]]) -> list[str]:
    """What the team noted about the intent, then its latest records, oldest first."""
    noted = [_plain(entry) for entry in intent.recent_history[-_HISTORY_LIMIT:]]
    return noted + [_record(record) for record in records[-_HISTORY_LIMIT:]]


def _record(record: Mapping[str, Any]) -> str:
    """One ledger record in a line: when, what it did to which files."""
    files = [file for file in record.get("files") or () if isinstance(file, dict)]
    named = [
        f"{file.get('mutation_class') or 'changed'} {file.get('relative_path')}"
        for file in files[:_FILES_LIMIT]
    ]
    if len(files) > _FILES_LIMIT:
        named.append(f"and {len(files) - _FILES_LIMIT} more")
    what = ", ".join(named) or str(record.get("event") or "")
    return f"{record.get('timestamp') or ''} {what}".strip()


def _plain(value: Any) -> str:
    """A value of free form as text: a mapping as `key: value` pairs."""
    if isinstance(value, dict):
        return ", ".join(f"{key}: {_plain(item)}" for key, item in value.items())
    return str(value)
