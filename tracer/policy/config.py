"""The workspace's settings: `.orchestration/config.yaml`."""

from __future__ import annotations

import os
import re
from collections.abc import Callable  # noqa: TC003 - in the annotation of a table
from enum import StrEnum
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from tracer.intents.positions import line_of
from tracer.ledger.settings import Storage, Sync
from tracer.model.disk import read_regular, write_atomically
from tracer.model.errors import InputError
from tracer.model.named_tuple import NamedTuple
from tracer.model.patterns import lazy_pattern
from tracer.resources import load_yaml

if TYPE_CHECKING:
    from tracer.model.workspace import Workspace
    from tracer.policy.shell import Classes

_LARGEST = 1 << 21  # bytes of the file
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


class Answers(StrEnum):
    """When a hook after a call answers: with its record made, or with what it saw written down."""

    RECORDED = "recorded"
    EARLY = "early"


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
    definitions other repositories use: renaming one is never a refactoring. `assume` are the
    assumptions that a proof of a refactoring may make (docs/assumptions.md). With `confine`
    shell commands run under limits of the kernel's in `enforce`, and may also write in
    `confine_writes`. `answers` is when a hook after a call answers.
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
    assume: str = "default"
    completion: Completion = Completion.COMMAND
    confine: bool = False
    confine_writes: tuple[str, ...] = ()
    answers: Answers = Answers.RECORDED


def load_config(workspace: Workspace) -> Config:
    """The settings of the workspace; the defaults where there is no file.

    Where the file says no mode the last one holds that it did say: an emptied or deleted file
    switches nothing off. So it does where an agent's call changed the file (`distrust`).
    Raises: InputError, with file and line, for an unknown key or a value that is not allowed.
    """
    path = workspace.config
    document = load_yaml(path) if os.path.lexists(path) else None
    found = Config() if document is None else _parsed(document, path)
    known = last_mode(workspace)
    if document is None or "mode" not in document:
        return found if known is None else found._replace(mode=known)
    if known is Mode.ENFORCE and found.mode is Mode.OBSERVE and _is_distrusted(workspace):
        return found._replace(mode=Mode.ENFORCE)
    if (known or Mode.OBSERVE) is not found.mode:
        _keep_mode(workspace, found.mode)
    return found


def _parsed(document: Any, path: str) -> Config:
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
    """The mode that holds while the configuration cannot be read: the last good one.

    A mistake in the file must not switch `enforce` off. Where no mode is known, one that the
    file seems to ask for counts, and `enforce` where it cannot even be read.
    """
    known = last_mode(workspace)
    if known is not None:
        return known
    try:
        raw = read_regular(workspace.config, _LARGEST)
    except FileNotFoundError:
        return Mode.OBSERVE
    except OSError:
        return Mode.ENFORCE
    return committed_mode(raw)


def committed_mode(text: bytes) -> Mode:
    """The mode that a configuration seems to ask for which is not on disk."""
    return Mode.ENFORCE if _ENFORCED.search(text) else Mode.OBSERVE


def last_mode(workspace: Workspace) -> Mode | None:
    """The mode of the configuration when it could last be read; None where that is not known."""
    try:
        return Mode(read_regular(_mode_file(workspace), 100).decode())
    except (OSError, ValueError):
        return None


def distrust(workspace: Workspace) -> None:
    """Take the mode that the file says now for an agent's doing: `enforce` stays.

    Until a person changes the file once more, or runs `tracer init --mode observe`.
    Raises: OSError where that cannot be written.
    """
    _keep_mode(workspace, Mode.ENFORCE)
    write_atomically(_distrust_file(workspace), _digest(workspace))


def _is_distrusted(workspace: Workspace) -> bool:
    try:
        known = read_regular(_distrust_file(workspace), 100)
    except OSError:
        return False
    return known == _digest(workspace)


def _digest(workspace: Workspace) -> bytes:
    import hashlib  # noqa: PLC0415 - only where an agent changed the file

    try:
        raw = read_regular(workspace.config, _LARGEST)
    except OSError:
        raw = b""
    return hashlib.sha256(raw).hexdigest().encode()


def _distrust_file(workspace: Workspace) -> str:
    return os.path.join(workspace.index, "distrusted")


def _keep_mode(workspace: Workspace, mode: Mode) -> None:
    """Remember a mode, where tracer has its directory already."""
    path = _mode_file(workspace)
    try:
        if os.path.isdir(os.path.dirname(path)):
            write_atomically(path, mode.value.encode())
    except OSError:
        return  # a read-only index: then the file's own text is asked


def _mode_file(workspace: Workspace) -> str:
    return os.path.join(workspace.index, "mode")


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


def _yes_or_no(document: dict[str, Any], key: str, path: str) -> bool:
    value = document[key]
    if not isinstance(value, bool):
        _refuse(path, (key,), f"{key} must be true or false", f"Write `{key}: true`.")
    return value


def _assumed(document: dict[str, Any], key: str, path: str) -> str:
    """`default`, `none`, or a list of ids, as one text."""
    from tracer.model.assumptions import written  # noqa: PLC0415 - where a team says so
    from tracer.model.errors import UsageError  # noqa: PLC0415

    try:
        return written(document[key])
    except UsageError as error:
        _refuse(path, (key,), error.message, error.fix or "Correct it.")


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
    "assume": _assumed,
    "confine": _yes_or_no,
    "confine_writes": _texts,
    "answers": lambda document, key, path: _one_of(Answers, document, key, path),
}


def _refuse(path: str, where: tuple[str, ...], problem: str, fix: str) -> NoReturn:
    with open(path, "rb") as file:
        line = line_of(file.read(), where)
    raise InputError(f"{path}:{line}: {problem}", fix=fix)
