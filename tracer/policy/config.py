"""The workspace's settings: `.orchestration/config.yaml`."""

from __future__ import annotations

import os
import re
from collections.abc import Callable  # noqa: TC003 - in the annotation of a table
from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, TypeVar

from tracer.intents.positions import line_of
from tracer.ledger.settings import Storage, Sync
from tracer.model.errors import InputError
from tracer.model.patterns import lazy_pattern
from tracer.resources import load_yaml

if TYPE_CHECKING:
    from tracer.model.workspace import Workspace
    from tracer.policy.shell import Classes

_Choice = TypeVar("_Choice", bound=StrEnum)
_ENFORCED = lazy_pattern(rb"^[ \t]*[\"']?mode[\"']?[ \t]*:[ \t]*[\"']?enforce\b", re.MULTILINE)


class Mode(StrEnum):
    """Whether gates only record what they would refuse, or refuse it."""

    OBSERVE = "observe"
    ENFORCE = "enforce"


class CheckoutSpan(StrEnum):
    """How long a checkout lasts: until the agent stops, or as long as its session."""

    TASK = "task"
    SESSION = "session"


class Completion(StrEnum):
    """What completes an intent: a command, or also the end of the task that worked on it."""

    COMMAND = "command"
    TASK = "task"


class QualityStep(NamedTuple):
    """A command that runs after a change to files that match one of `files` (gitignore globs).

    `{files}` in the command stands for those files. With `formats` it may change them; its
    edits are traced as its own.
    """

    name: str
    command: str
    files: tuple[str, ...] = ("**",)
    formats: bool = False


class Config(NamedTuple):
    """The settings, with what holds where nothing is said.

    `scratch` are directories outside the workspace that calls may write without an intent; one
    that the workspace itself lies in does not count. `sync` and `ledger` are the ledger's.
    `commands` are the team's own lists of
    shell commands by class. A request for approval, and what was said to it, hold for
    `approval_minutes`; after `circuit_failures` failures in a row a call is refused for
    `circuit_minutes`. `quality` is what runs after a change, `shared_brain` the file that
    lessons from its failures go to (None: nowhere). `public_api` are files (gitignore globs) whose
    definitions other repositories use: renaming one is never a refactoring.
    """

    mode: Mode = Mode.OBSERVE
    checkout: CheckoutSpan = CheckoutSpan.TASK
    scratch: tuple[str, ...] = ("/tmp", "/var/tmp", "$TMPDIR")  # noqa: S108 - names, not files
    sync: Sync = Sync.FULL
    ledger: Storage = Storage.FILE
    commands: Classes | None = None
    approval_minutes: int = 30
    circuit_failures: int = 5
    circuit_minutes: int = 5
    quality: tuple[QualityStep, ...] = ()
    quality_seconds: int = 60
    shared_brain: str | None = None
    public_api: tuple[str, ...] = ()
    completion: Completion = Completion.COMMAND


def load_config(workspace: Workspace) -> Config:
    """The settings of the workspace; the defaults where there is no file.

    Raises: InputError, with file and line, for an unknown key or a value that is not allowed.
    """
    path = workspace.config
    if not os.path.lexists(path):
        return Config()
    document = load_yaml(path)
    if document is None:
        return Config()
    if not isinstance(document, dict):
        _refuse(path, (), "the file must be a mapping", "Write `mode: observe`.")
    unknown = [key for key in document if key not in Config._fields]
    if unknown:
        known = ", ".join(Config._fields)
        _refuse(path, (unknown[0],), f"unknown setting {unknown[0]!r}", f"Known: {known}.")
    settings: dict[str, Any] = {}
    for key in document:
        settings[key] = _READERS[key](document, key, path)
    return Config(**settings)


def mode_of_broken(workspace: Workspace) -> Mode:
    """The mode a configuration that cannot be read seems to ask for.

    A typing mistake elsewhere in the file must not switch `enforce` off.
    """
    try:
        with open(workspace.config, "rb") as file:
            raw = file.read()
    except OSError:
        return Mode.OBSERVE
    return Mode.ENFORCE if _ENFORCED.search(raw) else Mode.OBSERVE


def _one_of(choices: type[_Choice], document: dict[str, Any], key: str, path: str) -> _Choice:
    value = document[key]
    try:
        return choices(value)
    except ValueError:
        fix = f"Use one of {', '.join(choices)}."
        _refuse(path, (key,), f"{key} cannot be {value!r}", fix)


def _texts(table: dict[str, Any], key: str, path: str, *above: str) -> tuple[str, ...]:
    value = table[key]
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        _refuse(path, (*above, key), f"{key} must be a list of texts", f"Write `{key}: [...]`.")
    return tuple(value)


def _number(document: dict[str, Any], key: str, path: str) -> int:
    value = document[key]
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        _refuse(path, (key,), f"{key} must be a whole number above 0", "Correct it.")
    return int(value)


def _with_off(document: dict[str, Any], key: str) -> dict[str, Any]:
    """YAML reads a bare `off` as false."""
    return {**document, key: document[key] or Sync.OFF.value}


def _classes(document: dict[str, Any], key: str, path: str) -> Classes:
    from tracer.policy.shell import Classes  # noqa: PLC0415 - where a team has such lists

    table = document[key]
    if not isinstance(table, dict) or any(name not in Classes._fields for name in table):
        names = ", ".join(Classes._fields)
        _refuse(path, (key,), f"{key} must be a mapping of {names}", "Write `destructive: [...]`.")
    return Classes(**{name: _texts(table, name, path, key) for name in table})


def _steps(document: dict[str, Any], key: str, path: str) -> tuple[QualityStep, ...]:
    value = document[key]
    steps = []
    for item in value if isinstance(value, list) else [None]:
        fields = dict(item) if isinstance(item, dict) else {}
        command = fields.get("command")
        if not isinstance(command, str) or any(name not in QualityStep._fields for name in fields):
            fix = "Write `- {name: lint, command: ruff check {files}, files: ['*.py']}`."
            _refuse(path, (key,), f"{key} must be a list of commands", fix)
        fields["name"] = str(fields.get("name") or command.split()[0])
        fields["formats"] = fields.get("formats") is True
        if "files" in fields:
            fields["files"] = _texts(fields, "files", path, key)
        steps.append(QualityStep(**fields))
    return tuple(steps)


def _file_name(document: dict[str, Any], key: str, path: str) -> str | None:
    value = document[key]
    inside = isinstance(value, str) and value and ".." not in value.split("/")
    if value is not None and (not inside or os.path.isabs(value)):
        _refuse(path, (key,), f"{key} must be a file in the workspace", "Write `AGENT.md`.")
    return None if value is None else str(value)


_READERS: dict[str, Callable[[dict[str, Any], str, str], Any]] = {
    "mode": lambda document, key, path: _one_of(Mode, document, key, path),
    "checkout": lambda document, key, path: _one_of(CheckoutSpan, document, key, path),
    "completion": lambda document, key, path: _one_of(Completion, document, key, path),
    "scratch": _texts,
    "sync": lambda document, key, path: _one_of(Sync, _with_off(document, key), key, path),
    "ledger": lambda document, key, path: _one_of(Storage, document, key, path),
    "commands": _classes,
    "approval_minutes": _number,
    "circuit_failures": _number,
    "circuit_minutes": _number,
    "quality": _steps,
    "quality_seconds": _number,
    "shared_brain": _file_name,
    "public_api": _texts,
}


def _refuse(path: str, where: tuple[str, ...], problem: str, fix: str) -> NoReturn:
    with open(path, "rb") as file:
        line = line_of(file.read(), where)
    raise InputError(f"{path}:{line}: {problem}", fix=fix)
