"""Everything the gates look at, gathered from disk before they are asked."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from tracer.intents.registry import IGNORE_FILE
from tracer.model.enums import ActionKind
from tracer.model.events import UNSEEN_NAME
from tracer.model.named_tuple import NamedTuple
from tracer.model.workspace import LONGEST_PATH, SIDECAR
from tracer.policy.constraints import NONE, Constraints

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tracer.intents import Registry, SessionState
    from tracer.intents.approvals import Answer, Request
    from tracer.model.events import Event, Target
    from tracer.model.workspace import Workspace
    from tracer.policy.config import Config
    from tracer.policy.shell import Classes, ShellPlan
    from tracer.policy.unfinished import Measured

# What git runs is protected as well: tracer's own hooks are there, and any program may be.
ALWAYS_PROTECTED = (
    f"{SIDECAR}/",
    IGNORE_FILE,
    ".git/hooks/",
    ".git/config",
    ".git/config.worktree",
    ".git/info/attributes",
    ".git/modules/",
    ".git/worktrees/",
    ".git/commondir",
    ".git/tracer/",  # the copy of what was appended last
)
# The files of the sidecar that decide what agents may do.
GOVERNING = (
    "config.yaml",
    "active_intents.yaml",
    "constraints.sidecar.yaml",
    ".gitignore",
    ".index/approvals.json",
    ".index/mode",
)
_JUDGED_S = 0.8  # of processor time; what people write takes some milliseconds
# The tool of the handshake (REQUIREMENTS B1); it needs no intent, it gets one.
SELECT_TOOL = "select_active_intent"


class Guard(NamedTuple):
    """What the agents' descriptions add to the policy.

    `protected` are their configuration files (POSIX, relative; a directory ends in `/`),
    `scratch` directories of their own outside the workspace.
    """

    protected: tuple[str, ...] = ()
    scratch: tuple[str, ...] = ()


class State(NamedTuple):
    """What a call meets: the intents, what its session has checked out, the settings."""

    registry: Registry
    session: SessionState
    config: Config
    constraints: Constraints = NONE


class Place(NamedTuple):
    """One file a call would write. `path` is relative to the workspace, None outside it.

    `goes_away`: the call deletes or moves it, with everything inside where it is a directory.
    `is_new`: nothing is there yet. `governs` is the protected file of which it is another name (a
    hard link), wherever it lies. `is_filled`: a directory in which the call writes files that
    nobody sees beforehand (an archive's). `is_unseen`: of its path only the directories are known.
    """

    written: str
    path: str | None
    is_scratch: bool = False
    is_directory: bool = False
    goes_away: bool = False
    is_new: bool = False
    governs: str | None = None
    is_filled: bool = False
    is_unseen: bool = False


class Facts(NamedTuple):
    """One call and the state it meets.

    `mutates`: it may change the workspace. `works_outside`: a command that runs in a directory
    outside of it. `stale` are files changed since the session saw them. `measured` is the class
    of the proposed text, where a gate asks for it and it can be known. `failures` and
    `failed_at` count how often the same call failed before; `answer` is what a person said to it.
    `runs_in` are the directories of the workspace in which unknown commands run.
    """

    event: Event
    registry: Registry
    session: SessionState
    config: Config
    constraints: Constraints
    protected: tuple[str, ...]
    places: tuple[Place, ...]
    shell: ShellPlan | None
    mutates: bool
    now: float
    works_outside: bool = False
    stale: tuple[str, ...] = ()
    measured: Measured | None = None
    failures: int = 0
    failed_at: float = 0.0
    answer: Answer | None = None
    runs_in: tuple[str, ...] = ()

    @property
    def intent_id(self) -> str | None:
        """The intent the call runs under: the one it cites, else the session's."""
        return self.event.intent_id or self.session.intent_id


def shell_plan(event: Event, classes: Classes | None = None) -> ShellPlan | None:
    """What the event's command does; None for an event that is no shell call.

    `classes` are the team's own lists of commands.
    Raises: TooLongError for a command that takes too long to be judged.
    """
    if event.kind is not ActionKind.SHELL:
        return None
    from tracer.policy.shell import ShellPlan, plan  # noqa: PLC0415 - shell calls only

    if not event.command:  # the agent does not tell, so it may be anything
        return ShellPlan(is_safe=False, is_complete=False)
    from tracer.model.time_limit import at_most  # noqa: PLC0415 - as above

    with at_most(_JUDGED_S, "reading the command"):
        found = plan(event.command, event.cwd, *(() if classes is None else (classes,)))
    return found._replace(is_safe=False) if _is_another_shell(event) else found


def _is_another_shell(event: Event) -> bool:
    """Whether PowerShell or `cmd` runs the command, which quote otherwise than what was read."""
    tool = (event.tool or "").casefold()
    return "powershell" in tool or tool in ("pwsh", "cmd") or (os.name == "nt" and tool != "bash")


def only_reads(event: Event, shell: ShellPlan | None) -> bool:
    """Whether the call cannot change anything: a read, the handshake, a safe command."""
    if event.kind is ActionKind.READ:
        return True
    if event.kind is ActionKind.MCP:
        return event.tool == SELECT_TOOL
    return shell is not None and shell.is_safe and not event.targets


def gather(  # noqa: PLR0913 - the inputs of a decision
    workspace: Workspace,
    event: Event,
    state: State,
    shell: ShellPlan | None,
    *,
    guard: Guard,
    now: float,
) -> Facts:
    """The facts of one call. Looks at the paths it names, nothing else."""
    targets = event.targets if shell is None else (*event.targets, *shell.targets)
    scratch = _scratch(workspace, (*state.config.scratch, *guard.scratch))
    protected = (*ALWAYS_PROTECTED, *guard.protected)
    found = _places(workspace, targets, event.cwd, scratch)
    places = tuple(_with_other_name(workspace, place, event.cwd, protected) for place in found)
    mutates = _mutates(event, shell, places, state.registry)
    facts = Facts(
        event, state.registry, state.session, state.config, state.constraints,
        protected, places, shell, mutates, now,
        runs_in=_runs_in(workspace, shell),
    )  # fmt: skip
    return _with_memory(workspace, facts, scratch) if mutates else facts


def _runs_in(workspace: Workspace, shell: ShellPlan | None) -> tuple[str, ...]:
    """The directories of the workspace in which unknown commands run."""
    where = () if shell is None else shell.runs_in
    found = [_below(os.path.realpath(place), workspace.root) for place in where]
    return tuple(place for place in found if place is not None)


def _with_memory(workspace: Workspace, facts: Facts, scratch: tuple[str, ...]) -> Facts:
    """The facts with what is remembered of earlier calls, and measured of this one."""
    from tracer.policy import circuit, seen  # noqa: PLC0415 - reads need neither

    event, shell = facts.event, facts.shell
    failures, failed_at = circuit.failures(workspace, event)
    stale: tuple[str, ...] = ()
    works_outside = False
    if shell is None:
        paths = [place.path for place in facts.places if place.path and not place.is_directory]
        stale = tuple(path for path in paths if seen.is_stale(workspace, event, path))
    elif not shell.is_complete:
        here = os.path.realpath(event.cwd)
        works_outside = _below(here, workspace.root) is None and not any(
            _below(here, place) is not None for place in scratch
        )
    answer = None
    if shell is not None and shell.dangers:
        from tracer.intents import approvals  # noqa: PLC0415 - few commands

        answer = approvals.answer_to(workspace, request_for(facts))
    return facts._replace(
        works_outside=works_outside,
        stale=stale,
        failures=failures,
        failed_at=failed_at,
        answer=answer,
        measured=_measured(workspace, facts),
    )


def request_for(facts: Facts) -> Request:
    """What a person is asked about a destructive command."""
    from tracer.intents.approvals import Request  # noqa: PLC0415 - few commands

    event = facts.event
    why = "; ".join(facts.shell.dangers) if facts.shell is not None else ""
    return Request(
        "", "command", event.agent, event.session_id, facts.intent_id, event.command or "",
        event.cwd, why, facts.now, facts.now + facts.config.approval_minutes * 60,
        call_id=event.call_id,
    )  # fmt: skip


def _measured(workspace: Workspace, facts: Facts) -> Measured | None:
    """The class of the proposed text, where somebody said what it must be; else None."""
    intent = facts.registry.get(facts.intent_id or "")
    bound = intent is not None and intent.allowed_mutation != "ANY"
    if not bound and facts.event.mutation_class != "AST_REFACTOR":
        return None
    from tracer.policy.unfinished import measured  # noqa: PLC0415 - parsing, few calls need it

    return measured(workspace, facts.event, facts.intent_id)


def _mutates(
    event: Event, shell: ShellPlan | None, places: tuple[Place, ...], registry: Registry
) -> bool:
    """Whether the call may change the workspace, or tracer's own state."""
    if only_reads(event, shell):
        return False
    if event.kind is ActionKind.MCP:
        return True
    if shell is None:
        return not places or not all(place.is_scratch for place in places)
    if is_first_intent(shell, registry):
        return bool(places) or not shell.is_complete
    only_scratch = bool(places) and all(place.is_scratch for place in places)
    return not (only_scratch and shell.is_complete and shell.control is None)


def is_first_intent(shell: ShellPlan, registry: Registry) -> bool:
    """Whether the command creates an intent where there is none (REQUIREMENTS C6)."""
    return shell.creates_intent and not registry.intents


def _places(
    workspace: Workspace, targets: Iterable[Target], cwd: str, scratch: tuple[str, ...]
) -> Iterable[Place]:
    for target in targets:
        away = target.op in ("delete", "move")
        place = _place(workspace, target.path, cwd, scratch, goes_away=away)
        place = place._replace(is_filled=target.op == "fill")
        yield _unseen(place) if target.path.endswith(UNSEEN_NAME) else place
        if target.move_to is not None:
            yield _place(workspace, target.move_to, cwd, scratch, goes_away=False)


def _unseen(place: Place) -> Place:
    """A place of which only the directories are known, as a person reads it."""
    path = None if place.path is None else place.path.replace(UNSEEN_NAME, "...")
    written = place.written.replace(UNSEEN_NAME, "...")
    return place._replace(written=written, path=path, is_unseen=True)


def _place(
    workspace: Workspace, written: str, cwd: str, scratch: tuple[str, ...], *, goes_away: bool
) -> Place:
    """Where a path leads; a link that goes away is removed itself, so it is not followed."""
    full = os.path.join(cwd, os.path.expanduser(written))
    if "\0" in full or len(full) > LONGEST_PATH:
        return Place(written, None)
    name = os.path.basename(full)
    if goes_away and name not in ("", ".", ".."):
        real = os.path.join(os.path.realpath(os.path.dirname(full)), name)
    else:
        real = os.path.realpath(full)
    is_directory = os.path.isdir(real) and not (goes_away and os.path.islink(real))
    path = _below(real, workspace.root)
    is_scratch = path is None and any(_below(real, place) is not None for place in scratch)
    shown = path or _without_home(written)
    return Place(shown, path, is_scratch, is_directory, goes_away, not os.path.lexists(real))


def _with_other_name(
    workspace: Workspace, place: Place, cwd: str, protected: tuple[str, ...]
) -> Place:
    """The place with the protected file that it is a hard link of. Cost: one stat, mostly."""
    full = os.path.join(cwd, os.path.expanduser(place.written))
    full = os.path.join(workspace.root, place.path) if place.path else full
    try:
        state = os.stat(full)
    except (OSError, ValueError):
        return place
    if state.st_nlink < 2 or place.is_directory:  # noqa: PLR2004 - one name, or more
        return place
    names = [f"{SIDECAR}/{name}" for name in GOVERNING] + [n for n in protected if n[-1:] != "/"]
    for name in names:
        try:
            other = os.stat(os.path.join(workspace.root, name))
        except OSError:
            continue
        if (other.st_dev, other.st_ino) == (state.st_dev, state.st_ino):
            return place._replace(governs=name)
    return place


def _below(real: str, root: str) -> str | None:
    """`real` relative to `root` as POSIX text (`.` for the root itself), None outside it."""
    if real == root:
        return "."
    prefix = root if root.endswith(os.sep) else root + os.sep
    return real[len(prefix) :].replace(os.sep, "/") if real.startswith(prefix) else None


def _without_home(path: str) -> str:
    """The path with `~` for the home directory, because refusals are recorded."""
    home = os.path.expanduser("~")
    return f"~{path[len(home) :]}" if path.startswith(home + os.sep) else path


def _scratch(workspace: Workspace, names: tuple[str, ...]) -> tuple[str, ...]:
    """The scratch directories that exist, except those around the workspace."""
    found = []
    for name in names:
        path = os.path.expandvars(os.path.expanduser(name))
        if not os.path.isabs(path):
            continue
        real = os.path.realpath(path)
        if _below(workspace.root, real) is None:
            found.append(real)
    return tuple(found)
