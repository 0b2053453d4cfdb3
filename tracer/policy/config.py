"""The workspace's settings: `.orchestration/config.yaml`."""

from __future__ import annotations

import os
import re
from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, TypeVar

from tracer.intents.positions import line_of
from tracer.ledger.settings import Storage, Sync
from tracer.model.errors import InputError
from tracer.model.patterns import lazy_pattern
from tracer.resources import load_yaml

if TYPE_CHECKING:
    from tracer.model.workspace import Workspace

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


class Config(NamedTuple):
    """The settings, with what holds where nothing is said.

    `scratch` are directories outside the workspace that calls may write without an intent; one
    that the workspace itself lies in does not count. `sync` and `ledger` are the ledger's.
    """

    mode: Mode = Mode.OBSERVE
    checkout: CheckoutSpan = CheckoutSpan.TASK
    scratch: tuple[str, ...] = ("/tmp", "/var/tmp", "$TMPDIR")  # noqa: S108 - names, not files
    sync: Sync = Sync.FULL
    ledger: Storage = Storage.FILE


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
    if "mode" in document:
        settings["mode"] = _one_of(Mode, document, "mode", path)
    if "checkout" in document:
        settings["checkout"] = _one_of(CheckoutSpan, document, "checkout", path)
    if "sync" in document:
        # YAML reads a bare `off` as false.
        document = {**document, "sync": document["sync"] or Sync.OFF.value}
        settings["sync"] = _one_of(Sync, document, "sync", path)
    if "ledger" in document:
        settings["ledger"] = _one_of(Storage, document, "ledger", path)
    if "scratch" in document:
        settings["scratch"] = _directories(document["scratch"], path)
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


def _directories(value: Any, path: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        _refuse(path, ("scratch",), "scratch must be a list of directories", "Write `[/tmp]`.")
    return tuple(value)


def _refuse(path: str, where: tuple[str, ...], problem: str, fix: str) -> NoReturn:
    with open(path, "rb") as file:
        line = line_of(file.read(), where)
    raise InputError(f"{path}:{line}: {problem}", fix=fix)
