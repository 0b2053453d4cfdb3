"""Shell calls rewritten to run confined (D13): what their text hides, the kernel refuses.

With `confine: true` in `enforce`, where the agent's protocol lets a hook rewrite a call, the
pre-hook writes a plan (what the command may write) below the index and answers with
`tracer run --for PLAN -- COMMAND`. The post-hook takes the wrapper off again, so that records and
gates see the command that the agent wrote. `model/confined` is what runs the command.
"""

from __future__ import annotations

import os
import shlex
import sys
import time
from typing import TYPE_CHECKING

from tracer.intents.registry import IGNORE_FILE
from tracer.model import confined
from tracer.model.disk import write_atomically
from tracer.model.enums import ActionKind
from tracer.model.workspace import SIDECAR
from tracer.policy.config import Mode
from tracer.vcs import common_dir, git_dir

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tracer.agents.call import Call
    from tracer.agents.spec import Spec
    from tracer.intents import Intent
    from tracer.model.events import Event
    from tracer.model.workspace import Workspace
    from tracer.policy.config import Config
    from tracer.policy.facts import Guard
    from tracer.policy.shell import ShellPlan

_KEPT_S = 24 * 3600.0
_MOST_FILES = 2000
_GLOB = frozenset("*?[")
_GIT_FILES = ("config", "config.worktree", "hooks", "info", "modules", "commondir", "tracer")
_SHELLS = ("bash", "zsh", "sh", "dash", "ksh")
_CACHES = ("~/.cache", "~/.npm", "~/.cargo", "~/.gradle", "~/.m2", "~/go/pkg", "~/.local/share/uv")


def rewritten(
    call: Call, event: Event, shell: ShellPlan | None, config: Config, guard: Guard
) -> str | None:
    """The command that runs the event's command confined; None where it is not to be.

    Raises: OSError where the plan cannot be written.
    """
    if not is_wanted(call, config) or event.kind is not ActionKind.SHELL or not event.command:
        return None
    if not confined.abi() or _is_tracers_own(event.command):
        return None
    plan = _plan(call.workspace, event, shell, config, guard)
    return shlex.join([*_prefix(), _kept(call.workspace, plan), "--", event.command])


def confined_step(
    call: Call, event: Event, command: str, config: Config, guard: Guard
) -> list[str] | None:
    """How a command of the team's quality loop is started: it runs what the agent wrote (D13).

    None where commands are not confined. Raises: OSError where the plan cannot be written.
    """
    if not config.confine or config.mode is not Mode.ENFORCE or not confined.abi():
        return None
    plan = _plan(call.workspace, event._replace(command=command), None, config, guard)
    plan.shell = "/bin/sh"
    return [*_prefix(), _kept(call.workspace, plan), "--", command]


def is_wanted(call: Call, config: Config) -> bool:
    """Whether the team wants shell calls confined, and the agent lets a hook rewrite them."""
    return config.confine and config.mode is Mode.ENFORCE and can_rewrite(call.spec)


def can_rewrite(spec: Spec) -> bool:
    """Whether the agent's protocol lets a pre-hook run another command, as far as we know it."""
    return "rewrite" in spec["answers"].get("pre", {})


def unwrapped(workspace: Workspace, event: Event) -> Event:
    """The event with the command that the agent wrote, where a pre-hook had it run confined."""
    directory = _directory(workspace)
    if event.kind is not ActionKind.SHELL or not event.command or directory not in event.command:
        return event
    try:
        words = shlex.split(event.command)
    except ValueError:
        return event
    prefix = _prefix()
    path, dashes, text = words[-3:] if len(words) == len(prefix) + 3 else ("", "", "")
    is_ours = words[: len(prefix)] == prefix and dashes == "--"
    if not is_ours or os.path.dirname(path) != directory:
        return event
    plan = confined.loaded(path)
    if plan is None or plan.command != text:
        return event
    return event._replace(command=text, confined=f"landlock {confined.abi()}")


def _is_tracers_own(command: str) -> bool:
    """Whether the line is one command of tracer's, which writes in tracer's own directory.

    What of these only a person may run, no gate lets through.
    """
    if any(mark in command for mark in ";|&$`<>(){}\n\\"):
        return False
    return os.path.basename((command.split() or [""])[0]) in ("tracer", "tracer.exe")


def availability() -> str | None:
    """Why commands cannot be confined on this system; None where they can."""
    if not sys.platform.startswith("linux"):
        return "only Linux has Landlock; the gates and the post-hook are all there is"
    return None if confined.abi() else "this kernel has no Landlock, or it is switched off"


def _prefix() -> list[str]:
    """How a confined command is started: without the site, which costs twice what it does."""
    script = os.path.join(os.path.dirname(confined.__file__), "confine.py")
    return [sys.executable, "-I", "-S", script, "--for"]


def _directory(workspace: Workspace) -> str:
    return os.path.join(workspace.index, "confined")


def _kept(workspace: Workspace, plan: confined.Plan) -> str:
    """Where the plan was written. Raises: OSError."""
    path = os.path.join(_directory(workspace), os.urandom(16).hex())
    os.makedirs(os.path.dirname(path), exist_ok=True)
    _sweep(os.path.dirname(path))
    write_atomically(path, confined.dumped(plan))
    return path


def _plan(
    workspace: Workspace, event: Event, shell: ShellPlan | None, config: Config, guard: Guard
) -> confined.Plan:
    """What the command may write, and what never."""
    is_safe = shell is not None and shell.is_safe
    from tracer.intents import load  # noqa: PLC0415 - where calls are confined

    intent = None if is_safe else load(workspace).get(event.intent_id or "")
    inside, make = ([], []) if intent is None else _scope(workspace, intent)
    outside = [] if is_safe else writable_outside(config, guard.scratch)
    shown = ", ".join(os.path.relpath(path, workspace.root) for path in inside[:5])
    return confined.Plan(
        event.command or "",
        make=tuple(make),
        write=(*inside, *outside, *(_git_places(workspace) if not is_safe else [])),
        read_only=tuple(_governing(workspace, guard)),
        pin=tuple(_pinned(workspace, guard)),
        network=not is_safe,
        said=f"{shown or 'nothing in the workspace'}, and temporary and cache directories",
        shell=_shell(),
    )


def writable_outside(config: Config, scratch: Sequence[str] = ()) -> list[str]:
    """The directories outside of the workspace in which agents' commands may write."""
    named = (*config.scratch, *scratch, *config.confine_writes, *_CACHES, "/dev/shm")  # noqa: S108 - names
    found = [os.path.expandvars(os.path.expanduser(name)) for name in named]
    return [path for path in found if os.path.isabs(path)]


def _scope(workspace: Workspace, intent: Intent) -> tuple[list[str], list[str]]:
    """The directories and files that the intent's globs stand for, and directories to make.

    A glob for whole directories opens them; one for files opens those that are there, for their
    content only, because the kernel knows no patterns.
    """
    found: list[str] = []
    make: list[str] = []
    patterns: list[str] = []
    for glob in intent.owned_scope:
        bare = glob.strip("/")
        if glob.startswith("!"):
            continue
        head = bare.removesuffix("/**").removesuffix("/*") if bare not in ("**", "*") else ""
        place = os.path.join(workspace.root, head) if head else workspace.root
        if _GLOB & set(head) or bare.endswith("/*"):
            patterns.append(glob)
        elif bare.endswith("**") or bare == "*" or glob.endswith("/") or os.path.exists(place):
            found.append(place)
            if not os.path.exists(place):
                make.append(place)
    if patterns:
        found += _matching(workspace, intent)
    return found, make


def _matching(workspace: Workspace, intent: Intent) -> list[str]:
    """The files in the scope, of those that git knows."""
    from tracer.intents.scope import in_scope  # noqa: PLC0415 - globs for files only
    from tracer.model.errors import VcsError  # noqa: PLC0415
    from tracer.vcs import Git  # noqa: PLC0415

    try:
        with Git(workspace.root) as git:
            paths = git.files()
    except VcsError:
        return []
    inside = [path for path in paths if in_scope(intent, path)]
    return [os.path.join(workspace.root, path) for path in inside[:_MOST_FILES]]


def _git_places(workspace: Workspace) -> list[str]:
    """Git's directories, in which its own commands write; what governs in them is read-only."""
    own = git_dir(workspace.root)
    return [] if own is None else sorted({own, common_dir(own)})


def _governing(workspace: Workspace, guard: Guard) -> list[str]:
    """The files and directories that govern agents, git, and tracer itself."""
    from tracer.resources import cache_dir, key_file  # noqa: PLC0415 - where calls are confined

    names = [SIDECAR, IGNORE_FILE, *(name.rstrip("/") for name in guard.protected)]
    found = [os.path.join(workspace.root, name) for name in names]
    for place in _git_places(workspace):
        found += [os.path.join(place, name) for name in _GIT_FILES]
    usual = os.path.expanduser("~/.cache/tracer")  # people's, where the agent has another cache
    found += [cache_dir(), key_file(), usual, f"{usual}.key"]
    return [path for path in dict.fromkeys(found) if os.path.exists(path)]


def _pinned(workspace: Workspace, guard: Guard) -> list[str]:
    """The directories around what is read-only, so that none of them is moved away."""
    around = {os.path.dirname(path) for path in _governing(workspace, guard)}
    inside = [path for path in around if path.startswith(workspace.root + os.sep)]
    return sorted({*inside, *_git_places(workspace)})


def _shell() -> str:
    """The shell in which the agent's own would have run the command."""
    known = os.environ.get("SHELL") or ""
    return known if os.path.basename(known) in _SHELLS and os.path.isfile(known) else "/bin/sh"


def _sweep(directory: str) -> None:
    """Remove the plans of yesterday."""
    oldest = time.time() - _KEPT_S
    with os.scandir(directory) as entries:
        for entry in entries:
            if entry.stat().st_mtime < oldest:
                os.unlink(entry.path)
