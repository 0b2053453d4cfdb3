"""The registry file as values: `.orchestration/active_intents.yaml`, read and checked.

Reading goes through the cached form of `resources.load_yaml`, so a hook imports no YAML
library while the file is unchanged. A bad file gives one error that names the line.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, NoReturn

from tracer.intents.lifecycle import overlaid
from tracer.intents.model import Intent, Registry, Spec, Status
from tracer.intents.positions import line_of
from tracer.intents.times import TIME
from tracer.intents.versions import version_of
from tracer.model.disk import read_regular
from tracer.model.errors import InputError
from tracer.model.patterns import lazy_pattern
from tracer.resources import load_yaml, parse_yaml

if TYPE_CHECKING:
    from tracer.model.workspace import Workspace

ID = lazy_pattern(r"[^\s<>&\"'\x00-\x1f\x7f]{1,100}\Z")
MUTATIONS = ("ANY", "AST_REFACTOR")
ARCHIVE = "intents_archive.yaml"
IGNORE_FILE = ".intentignore"
_TEXTS = ("name", "assigned_agent", "parent")
_TIMES = ("created_at", "updated_at", "expires_at")
_TEXT_LISTS = (
    "owned_scope", "constraints", "acceptance_criteria", "related_files", "allowed_tools",
)  # fmt: skip
_LARGEST_IGNORE = 1 << 20  # bytes of `.intentignore`
_LARGEST = 1 << 22  # bytes of a registry with conflict marks
_MARK = "<" * 7
_KEYS = frozenset(Intent._fields) - {"extra"}

# Where a value stands in the document: keys and positions from the top.
_Where = tuple[str | int, ...]


class _BadValueError(Exception):
    """A value that cannot be what it should be."""

    def __init__(self, where: _Where, problem: str, fix: str) -> None:
        super().__init__(problem)
        self.where = where
        self.problem = problem
        self.fix = fix


def load(workspace: Workspace) -> Registry:
    """The intents of the workspace; none where there is no file yet.

    Cost: one read, one hash and the checks while the file is unchanged.
    Raises: InputError, with file and line, for a file that is not a registry.
    """
    path = workspace.intents
    if not os.path.lexists(path):
        return Registry()
    try:
        found = _registry(load_yaml(path))
    except _BadValueError as error:
        with open(path, "rb") as file:
            raw = file.read()
        found = conflicted(raw, path) or _fail(_located(error, raw, path))
    except InputError as error:
        found = conflicted(_raw(path), path) or _fail(error)
    version = version_of(workspace, _raw(path), found.version)
    found = found._replace(version=version, ignored=ignored_by(workspace))
    return overlaid(workspace, found)


def archived(workspace: Workspace) -> tuple[Intent, ...]:
    """The intents that left the registry for `intents_archive.yaml`: code may serve them still.

    Raises: InputError, with file and line, for a file that is not a registry.
    """
    path = os.path.join(workspace.sidecar, ARCHIVE)
    return parse(_raw(path), path).intents if os.path.lexists(path) else ()


def conflicted(raw: bytes, path: str) -> Registry | None:
    """The registry of a file in which a merge left conflict marks: the intents of both sides.

    An intent that both sides changed counts as ours. `warning` says what to do. None where the
    file has no marks, or neither side can be read.
    """
    text = raw.decode("utf-8-sig", "replace")
    if not any(line.startswith(_MARK) for line in text.splitlines()):
        return None
    sides = []
    for side in ("ours", "theirs"):
        try:
            sides.append(_registry(parse_yaml(_side(text, side).encode(), path)))
        except (InputError, _BadValueError):
            continue
    if not sides:
        return None
    known = {intent.id: intent for found in reversed(sides) for intent in found.intents}
    order = dict.fromkeys(intent.id for found in sides for intent in found.intents)
    warning = (
        f"{path}: a merge left conflict marks; until they are gone the intents of both sides count."
        " Edit the file, then `git add` it."
    )
    intents = tuple(known[identity] for identity in order)
    return sides[0]._replace(intents=intents, warning=warning)


def _side(text: str, wanted: str) -> str:
    """One side of a file with conflict marks, as `git merge` and `diff3` write them."""
    kept, side = [], "both"
    for line in text.splitlines(keepends=True):
        mark = line[:7]
        if mark == _MARK:
            side = "ours"
        elif mark == "|" * 7 and side == "ours":
            side = "base"
        elif mark == "=" * 7 and side in {"ours", "base"}:
            side = "theirs"
        elif mark == ">" * 7 and side == "theirs":
            side = "both"
        elif side in {"both", wanted}:
            kept.append(line)
    return "".join(kept)


def _raw(path: str) -> bytes:
    """The file's bytes; none where it cannot be read, which another reader tells of."""
    try:
        return read_regular(path, _LARGEST)
    except OSError:
        return b""


def _fail(error: InputError) -> NoReturn:
    raise error


def ignored_by(workspace: Workspace) -> tuple[str, ...]:
    """The globs of `.intentignore` at the root: intents out of use (REQUIREMENTS C5).

    Raises: InputError for a file that cannot be read.
    """
    path = os.path.join(workspace.root, IGNORE_FILE)
    if not os.path.lexists(path):
        return ()
    try:
        lines = read_regular(path, _LARGEST_IGNORE).decode("utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: {error}", fix="Make it a text file.") from error
    return tuple(line for line in lines if line.strip() and not line.startswith("#"))


def parse(raw: bytes, path: str) -> Registry:
    """The registry in the YAML text `raw`, past every cache; `path` is only for the error.

    Raises: InputError, with file and line.
    """
    try:
        return _registry(parse_yaml(raw, path))
    except _BadValueError as error:
        raise _located(error, raw, path) from error


def _located(error: _BadValueError, raw: bytes, path: str) -> InputError:
    return InputError(f"{path}:{line_of(raw, error.where)}: {error.problem}", fix=error.fix)


def _registry(document: Any) -> Registry:
    """The registry in a parsed document. Raises: _BadValueError at the first wrong value."""
    if document is None:
        return Registry()
    if not isinstance(document, dict):
        _refuse((), "the file must be a mapping", "Start it with `active_intents:`.")
    version = document.get("version", 0)
    if isinstance(version, bool) or not isinstance(version, int) or version < 0:
        _refuse(("version",), "version must be a whole number", "Remove the line.")
    entries = document.get("active_intents")
    if entries is None:
        entries = []
    if not isinstance(entries, list):
        _refuse(("active_intents",), "active_intents must be a list", "Begin each with `- id:`.")
    intents = tuple(_intent(entry, ("active_intents", i)) for i, entry in enumerate(entries))
    _refuse_repeated_ids(intents)
    return Registry(version, intents)


def _refuse_repeated_ids(intents: tuple[Intent, ...]) -> None:
    seen = set()
    for position, intent in enumerate(intents):
        if intent.id in seen:
            where = ("active_intents", position, "id")
            _refuse(where, f"the id {intent.id} stands here twice", "Give each intent its own id.")
        seen.add(intent.id)


def _intent(entry: Any, where: _Where) -> Intent:
    """The intent in one list entry."""
    if not isinstance(entry, dict):
        _refuse(where, "an intent must be a mapping", "Write `- id: INT-001`, then its fields.")
    fields: dict[str, Any] = {"id": _id(entry, where), "status": _status(entry, where)}
    fields["name"] = fields["id"]
    for key in _TEXTS:
        if entry.get(key) is not None:
            fields[key] = _text(entry[key], (*where, key))
    for key in _TIMES:
        if entry.get(key) is not None:
            fields[key] = _time(entry[key], (*where, key))
    for key in _TEXT_LISTS:
        if entry.get(key) is not None:
            fields[key] = _texts(entry[key], (*where, key))
    fields["related_specs"] = _specs(entry.get("related_specs"), (*where, "related_specs"))
    history = entry.get("recent_history")
    if history is not None:
        fields["recent_history"] = tuple(_list(history, (*where, "recent_history")))
    fields["allowed_mutation"] = _mutation(entry, where)
    extra = {str(key): value for key, value in entry.items() if key not in _KEYS}
    return Intent(**fields, extra=extra)


def _id(entry: dict[str, Any], where: _Where) -> str:
    value = entry.get("id")
    if value is None:
        _refuse(where, "this intent has no id", "Add `id: INT-001`.")
    if not isinstance(value, str) or not ID.match(value):
        _refuse(
            (*where, "id"),
            f"{value!r} cannot be an intent's id",
            "Use text without spaces or quotes, such as INT-001.",
        )
    return value


def _status(entry: dict[str, Any], where: _Where) -> Status:
    value = entry.get("status", Status.PENDING.value)
    try:
        return Status(value)
    except ValueError:
        _refuse((*where, "status"), f"unknown status {value!r}", f"Use one of {', '.join(Status)}.")


def _mutation(entry: dict[str, Any], where: _Where) -> str:
    value = entry.get("allowed_mutation") or "ANY"
    if value not in MUTATIONS:
        place = (*where, "allowed_mutation")
        _refuse(place, f"unknown mutation {value!r}", f"Use one of {', '.join(MUTATIONS)}.")
    return str(value)


def _text(value: Any, where: _Where) -> str:
    if not isinstance(value, str):
        _refuse(where, f"{where[-1]} must be text, not {value!r}", "Put it in quotes.")
    return value


def _time(value: Any, where: _Where) -> str:
    if not isinstance(value, str) or not TIME.match(value):
        _refuse(where, f"{where[-1]} is no time: {value!r}", "Write it as 2026-01-31T12:00:00Z.")
    return value


def _list(value: Any, where: _Where) -> list[Any]:
    if not isinstance(value, list):
        _refuse(where, f"{where[-1]} must be a list", "Begin each line with `- `.")
    return value


def _texts(value: Any, where: _Where) -> tuple[str, ...]:
    items = _list(value, where)
    for position, item in enumerate(items):
        if not isinstance(item, str):
            problem = f"{where[-1]} must hold text, not {item!r}"
            _refuse((*where, position), problem, "Put it in quotes.")
    return tuple(items)


def _specs(value: Any, where: _Where) -> tuple[Spec, ...]:
    if value is None:
        return ()
    specs = []
    for position, item in enumerate(_list(value, where)):
        fields = item if isinstance(item, dict) else {}
        kind, text = fields.get("type"), fields.get("value")
        if not isinstance(kind, str) or not isinstance(text, str):
            _refuse(
                (*where, position),
                "a related spec needs the texts `type` and `value`",
                "Write `- {type: specification, value: REQ-001}`.",
            )
        specs.append(Spec(kind, text))
    return tuple(specs)


def _refuse(where: _Where, problem: str, fix: str) -> NoReturn:
    raise _BadValueError(where, problem, fix)
