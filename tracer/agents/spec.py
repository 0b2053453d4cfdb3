"""The description of one agent, `hooks/<agent>/hook.yaml`, and look-ups by key path."""

from __future__ import annotations

import os
import stat
from functools import cache
from typing import TYPE_CHECKING, Any

from tracer.model.errors import UsageError
from tracer.model.patterns import lazy_pattern
from tracer.resources import data_dir, load_yaml

if TYPE_CHECKING:
    from tracer.intents.presence import Presence

Spec = dict[str, Any]

_NAME = lazy_pattern(r"[a-z0-9]+(-[a-z0-9]+)*\Z")
_HUMP = lazy_pattern(r"_([a-z0-9])")
_FILE = "hook.yaml"


def load_spec(agent: str) -> Spec:
    """The description of `agent`. Raises: UsageError, with those there are, for an unknown one."""
    path = os.path.join(data_dir("hooks"), agent, _FILE)
    try:
        found = os.stat(path) if _NAME.match(agent) else None
    except OSError:
        found = None
    if found is None or not stat.S_ISREG(found.st_mode):
        raise UsageError(
            f"no agent is called {agent!r}", fix=f"Use one of: {', '.join(agent_names())}."
        )
    return _spec(path, found.st_mtime_ns, found.st_size, found.st_ino)


@cache
def _spec(path: str, *_state: int) -> Spec:
    """The document of a file in one state: a helper's children have those of all agents."""
    spec: Spec = load_yaml(path)
    return spec


def agent_names() -> list[str]:
    """The agents that are described, sorted."""
    base = data_dir("hooks")
    return sorted(
        name for name in os.listdir(base) if os.path.isfile(os.path.join(base, name, _FILE))
    )


def agents_with_server() -> list[str]:
    """The agents that `init` connects to the MCP server, or that are told to be, sorted."""
    found = []
    for name in agent_names():
        spec = load_spec(name)
        told = repr([spec.get("install", ()), spec.get("notes", ())]).lower()
        if "mcp" in told:
            found.append(name)
    return found


def person_here() -> Presence:
    """Whether a person at a terminal runs this process, and no agent that is described."""
    from tracer.intents.presence import presence  # noqa: PLC0415 - commands that decide something

    specs = [load_spec(name) for name in agent_names()]
    return presence(
        {
            name
            for spec in specs
            for name in spec.get("program", ())
            if name not in spec.get("opens_terminals", ())
        },
        {name for spec in specs for name in spec.get("marks", ())},
    )


def value_at(payload: Any, path: str) -> Any:
    """The value at a dotted key path, or None. Each key is tried as written, then in camelCase.

    A number names an item of a list; `$` is the payload itself.
    """
    value = payload
    if path == "$":
        return payload
    for key in path.split("."):
        if isinstance(value, list) and key.isdigit():
            value = value[int(key)] if int(key) < len(value) else None
            continue
        if not isinstance(value, dict):
            return None
        value = value[key] if key in value else value.get(camel_case(key))
    return value


def first_text(payload: Any, paths: list[str]) -> str | None:
    """The first text that is not empty at one of the key paths, or None."""
    for path in paths:
        value = value_at(payload, path)
        if isinstance(value, str) and value:
            return value
    return None


def camel_case(key: str) -> str:
    """`tool_input` as `toolInput`."""
    return _HUMP.sub(lambda match: match.group(1).upper(), key)
