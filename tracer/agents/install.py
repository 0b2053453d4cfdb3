"""Connecting one agent: its entries in its own configuration files, and taking them out again.

A team's settings stay theirs: entries are put in as text, so every other byte stays, and the
text before is kept, so that taking them out restores it. Where somebody edited the file in
between, only tracer's entries are taken out.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import shlex
from typing import TYPE_CHECKING, Any

from tracer.agents import jsontext, sections
from tracer.agents.spec import Spec, load_spec
from tracer.model.disk import read_object, write_atomically
from tracer.model.errors import InputError
from tracer.model.named_tuple import NamedTuple
from tracer.resources import data_dir

if TYPE_CHECKING:
    from collections.abc import Callable

    from tracer.model.workspace import Workspace

COMMAND = "tracer"
_BOM = b"\xef\xbb\xbf"


class Action(NamedTuple):
    """What was done to one file: created, changed, kept, restored or removed."""

    path: str
    what: str


class _Backup(NamedTuple):
    """A file before tracer's entries: its bytes, or None where there was no file.

    `written` is the hash of the bytes with the entries, `directories` were made for it.
    """

    before: bytes | None
    written: str
    directories: tuple[str, ...]


def install(workspace: Workspace, agent: str, *, command: str = COMMAND) -> list[Action]:
    """What was done to each of the agent's configuration files. Doing it again changes nothing.

    `command` is what the agent is to run; the default works for everyone who has tracer on the
    PATH, which a path of this machine would not.
    Raises: UsageError for an unknown agent; InputError for a file that is not what it should
    be. Nothing is written then.
    """
    spec = load_spec(agent)
    actions = []
    for entry, before, after in plan(workspace, agent, command=command):
        if before == after:
            actions.append(Action(entry["file"], "kept"))
            continue
        try:
            _keep_backup(workspace, spec, entry, before, after)
            path = os.path.join(workspace.root, entry["file"])
            os.makedirs(os.path.dirname(path), exist_ok=True)
            write_atomically(path, after)
            if entry.get("executable"):
                os.chmod(path, 0o755)  # noqa: S103 - a script that others run
        except OSError as error:
            problem = f"{entry['file']}: {error.strerror}"
            raise InputError(problem, fix="Make it writable, then try again.") from error
        actions.append(Action(entry["file"], "changed" if before is not None else "created"))
    return actions


def plan(
    workspace: Workspace, agent: str, *, command: str = COMMAND
) -> list[tuple[dict[str, Any], bytes | None, bytes]]:
    """(description, bytes before, bytes after) of each file `install` would write.

    Raises: as `install`.
    """
    planned = []
    for entry in load_spec(agent).get("install", ()):
        before = _read(workspace, entry["file"])
        whole = _resolved(workspace, agent, entry)
        planned.append((whole, before, _connected(whole, before, command)))
    return planned


def uninstall(workspace: Workspace, agent: str) -> list[Action]:
    """What was done to each file: bytes restored, or tracer's entries taken out of an edited one.

    Raises: UsageError for an unknown agent; InputError for a file that cannot be read as what
    it should be. Nothing is written then.
    """
    spec = load_spec(agent)
    planned = []
    for described in spec.get("install", ()):
        entry = _resolved(workspace, agent, described)
        present = _read(workspace, entry["file"])
        backup = _load_backup(workspace, spec, entry)
        planned.append((entry, present, backup, _disconnected(entry, present, backup)))
    actions = []
    for entry, present, _, after in planned:
        path = os.path.join(workspace.root, entry["file"])
        if after is None and present is not None:
            os.unlink(path)
            actions.append(Action(entry["file"], "removed"))
        elif after is not None and after != present:
            write_atomically(path, after)
            actions.append(Action(entry["file"], "restored"))
        else:
            actions.append(Action(entry["file"], "kept"))
        _drop_backup(workspace, spec, entry)
    _remove_directories(workspace, [backup for _, _, backup, _ in planned if backup is not None])
    return actions


def is_installed(workspace: Workspace, agent: str) -> bool:
    """Whether every entry of the agent's is in place. Raises: as `install`."""
    return all(before == after for _, before, after in plan(workspace, agent))


def _connected(entry: dict[str, Any], before: bytes | None, command: str) -> bytes:
    """The file with the entries in it; those that are there already are not repeated."""
    path = entry["file"]
    if "text" in entry:
        return _filled_text(entry["text"], command).encode()
    if "section" in entry:
        text = _text(before, path) if before else ""
        block = _filled_text(entry["section"], command)
        return _bytes(sections.put(text, block, entry["comment"]), before)
    text = _text(before if before is not None else b"{}\n", path)
    for key, value in entry.get("scaffold", {}).items():
        text = jsontext.inserted(text, [key], value, path, append=False)
    for item in entry.get("append", ()):
        present = _value(text, item["at"], path)
        if not any(_marked(value, entry["marker"]) for value in present or ()):
            value = _filled(item["value"], command)
            text = jsontext.inserted(text, item["at"], value, path, append=True)
    for item in entry.get("set", ()):
        value = _filled(item["value"], command)
        text = jsontext.inserted(text, item["at"], value, path, append=False)
    return _bytes(text, before)


def _disconnected(
    entry: dict[str, Any], present: bytes | None, backup: _Backup | None
) -> bytes | None:
    """The file without the entries; None where there should be none."""
    if present is None:
        return None
    if backup is not None and _hash(present) == backup.written:
        return backup.before
    path = entry["file"]
    was_made = backup is not None and backup.before is None
    if "text" in entry:
        marker = entry.get("marker", "tracer")
        return None if was_made and marker.encode() in present else present
    if "section" in entry:
        left = sections.take(_text(present, path) if present else "", entry["comment"])
        return None if was_made and not left.strip() else _bytes(left, present)
    whole = text = _text(present, path)
    for item in entry.get("append", ()):
        text = _without_hooks(text, item["at"], entry["marker"], path)
    for item in entry.get("set", ()):
        text = jsontext.without(text, item["at"], _likeness(item["value"]), path)
    rest = jsontext.parse(text, path).value
    if was_made and rest in ({}, entry.get("scaffold")):
        return None
    return present if text == whole else _bytes(text, present)


def _without_hooks(text: str, at: list[str], marker: str, path: str) -> str:
    """The text without groups that hold only hooks of ours, and without ours in other groups."""

    def only_ours(group: Any) -> bool:
        hooks = group.get("hooks") if isinstance(group, dict) else None
        if hooks is None:
            return _marked(group, marker)
        return isinstance(hooks, list) and bool(hooks) and all(_marked(h, marker) for h in hooks)

    text = jsontext.without(text, at, only_ours, path)
    return jsontext.without_nested(text, at, "hooks", lambda hook: _marked(hook, marker), path)


def _likeness(template: dict[str, Any]) -> Callable[[Any], bool]:
    """Whether a value was made from the template, with whatever command."""

    def is_like(value: Any) -> bool:
        if not isinstance(value, dict) or value.keys() != template.keys():
            return False
        lists = [key for key, item in template.items() if isinstance(item, list)]
        return all(
            isinstance(value[key], list) and value[key][-1:] == template[key][-1:] for key in lists
        )

    return is_like


def _marked(value: Any, marker: str) -> bool:
    """Whether a text somewhere in the value ends in the marker, as our commands do."""
    if isinstance(value, str):
        return value.endswith(marker)
    parts = value.values() if isinstance(value, dict) else value
    return isinstance(value, (dict, list)) and any(_marked(part, marker) for part in parts)


def _filled(value: Any, command: str) -> Any:
    """The template with the command in it: as a shell reads it, or as program and arguments."""
    program, *arguments = shlex.split(command) or [COMMAND]
    if isinstance(value, str):
        return value.replace("{tracer}", command).replace("{program}", program)
    if isinstance(value, list):
        filled: list[Any] = []
        for item in value:
            filled += arguments if item == "{arguments}" else [_filled(item, command)]
        return filled
    if isinstance(value, dict):
        return {key: _filled(item, command) for key, item in value.items()}
    return value


def _resolved(workspace: Workspace, agent: str, entry: dict[str, Any]) -> dict[str, Any]:
    """The entry with the text that stands elsewhere: a shim's, or the protocol's."""
    if "copy" in entry:
        shim = os.path.join(data_dir("hooks"), agent, entry["copy"])
        with open(shim, encoding="utf-8") as file:
            return entry | {"text": file.read()}
    if entry.get("protocol"):
        from tracer.agents.protocol import standing_text  # noqa: PLC0415 - set-up only

        return entry | {"section": standing_text(workspace)}
    return entry


def _filled_text(text: str, command: str) -> str:
    """A whole file with the command in it, in the spellings its format needs."""
    program, *arguments = shlex.split(command) or [COMMAND]
    words = {
        "{tracer_json}": json.dumps(command)[1:-1],
        "{tracer}": command,
        "{argv_json}": json.dumps([program, *arguments]),
        "{arguments_toml}": "".join(f"{json.dumps(word)}, " for word in arguments),
        "{program}": json.dumps(program)[1:-1],
    }
    for name, value in words.items():
        text = text.replace(name, value)
    return text


def _value(text: str, at: list[str], path: str) -> Any:
    node: jsontext.Node | None = jsontext.parse(text, path)
    for key in at:
        node = node.child(key) if node is not None else None
    return node.value if node is not None and isinstance(node.value, list) else None


def _read(workspace: Workspace, name: str) -> bytes | None:
    path = os.path.join(workspace.root, name)
    try:
        with open(path, "rb") as file:
            return file.read()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise InputError(f"{name}: {error.strerror}", fix="Make it readable.") from error


def _text(raw: bytes, path: str) -> str:
    try:
        text = raw.removeprefix(_BOM).decode()
    except UnicodeDecodeError as error:
        problem = f"{path}: not UTF-8 at byte {error.start}"
        raise InputError(problem, fix="Save it as UTF-8, then try again.") from error
    return text if text.strip() else "{}\n"


def _bytes(text: str, before: bytes | None) -> bytes:
    mark = _BOM if before is not None and before.startswith(_BOM) else b""
    return mark + text.encode()


def _hash(raw: bytes) -> str:
    return hashlib.sha256(raw).hexdigest()


def _backup_path(workspace: Workspace, spec: Spec, entry: dict[str, Any]) -> str:
    name = f"{spec['agent']}-{entry['file'].replace('/', '-').lstrip('.')}.json"
    return os.path.join(workspace.index, "install", name)


def _keep_backup(
    workspace: Workspace, spec: Spec, entry: dict[str, Any], before: bytes | None, after: bytes
) -> None:
    """Keep the file as it is without any entry of ours, and which directories will be made."""
    earlier = _load_backup(workspace, spec, entry)
    clean = before
    if before is not None:
        clean = _disconnected(entry, before, earlier)
    made = _missing_directories(workspace, entry["file"])
    if earlier is not None:
        made = (*made, *earlier.directories)
    document = {
        "before": None if clean is None else base64.b64encode(clean).decode(),
        "written": _hash(after),
        "directories": made,
    }
    path = _backup_path(workspace, spec, entry)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    write_atomically(path, json.dumps(document).encode())


def _load_backup(workspace: Workspace, spec: Spec, entry: dict[str, Any]) -> _Backup | None:
    """The backup; None where there is none that can be read (`.index` may be deleted any time)."""
    stored = read_object(_backup_path(workspace, spec, entry))
    try:
        before = None if stored["before"] is None else base64.b64decode(stored["before"])
        return _Backup(before, stored["written"], tuple(stored["directories"]))
    except (ValueError, KeyError, TypeError):
        return None


def _drop_backup(workspace: Workspace, spec: Spec, entry: dict[str, Any]) -> None:
    path = _backup_path(workspace, spec, entry)
    if os.path.exists(path):
        os.unlink(path)


def _missing_directories(workspace: Workspace, name: str) -> tuple[str, ...]:
    """Directories above a file that do not exist yet, the innermost first."""
    missing = []
    directory = os.path.dirname(name)
    while directory and not os.path.isdir(os.path.join(workspace.root, directory)):
        missing.append(directory)
        directory = os.path.dirname(directory)
    return tuple(missing)


def _remove_directories(workspace: Workspace, backups: list[_Backup]) -> None:
    """Remove the directories made for the files, where nothing else has moved in."""
    made = {directory for backup in backups for directory in backup.directories}
    for directory in sorted(made, key=len, reverse=True):
        path = os.path.join(workspace.root, directory)
        if os.path.isdir(path) and not os.listdir(path):
            os.rmdir(path)
