"""`tracer intent`: why code is written. The registry file may as well be edited by hand."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import click

from tracer.cli import exit_codes, output
from tracer.cli.options import (
    WholeSentences,
    current_workspace,
    directory_option,
    json_option,
)
from tracer.cli.people import only_people
from tracer.model.enums import ActionKind, EntityType, Phase
from tracer.model.errors import InputError, UsageError
from tracer.model.events import Contributor, Event, Refusal

if TYPE_CHECKING:
    from tracer.intents import Registry
    from tracer.model.workspace import Workspace

STATUSES = ("PENDING", "IN_PROGRESS", "BLOCKED", "COMPLETED", "ABANDONED")
MUTATIONS = ("ANY", "AST_REFACTOR")
_NAMED = 5  # intents that a warning names


@click.group(cls=WholeSentences)
@directory_option
def intent() -> None:
    """List, add, select, widen and finish intents."""


@intent.command()
@click.argument("intent_id", metavar="ID")
@click.option("--name", metavar="TEXT", help="What it is for; default: the id.")
@click.option("--scope", multiple=True, metavar="GLOB", help="Files it owns (gitignore syntax).")
@click.option("--status", type=click.Choice(STATUSES), default="PENDING", help="Default: PENDING.")
@click.option("--constraint", multiple=True, metavar="TEXT", help="A rule the code must keep.")
@click.option("--criterion", multiple=True, metavar="TEXT", help="When it counts as done.")
@click.option("--spec", multiple=True, metavar="TYPE=VALUE", help="A requirement it serves.")
@click.option("--expires", metavar="TIME", help="RFC 3339; no agent may select it later.")
@click.option(
    "--allowed-mutation",
    type=click.Choice(MUTATIONS),
    default="ANY",
    help="AST_REFACTOR: behaviour must stay. Default: ANY.",
)
@click.option("--tool", multiple=True, metavar="NAME", help="Only these tools may be used for it.")
@click.option("--parent", metavar="ID", help="The intent inside whose scope it must stay.")
@click.option("--assign", metavar="AGENT", help="The agent that works on it.")
@json_option
@directory_option
def add(  # noqa: PLR0913, PLR0917 - one parameter an option
    intent_id: str,
    name: str | None,
    scope: tuple[str, ...],
    status: str,
    constraint: tuple[str, ...],
    criterion: tuple[str, ...],
    spec: tuple[str, ...],
    expires: str | None,
    allowed_mutation: str,
    tool: tuple[str, ...],
    parent: str | None,
    assign: str | None,
    as_json: bool,
) -> None:
    """Add the intent ID to .orchestration/active_intents.yaml."""
    from tracer.intents import Intent, Status, load, store  # noqa: PLC0415 - loaded when needed

    workspace = current_workspace()
    if load(workspace).intents:  # the first one anybody may make
        only_people(workspace)
    entry = Intent(
        id=intent_id,
        name=name or intent_id,
        status=Status(status),
        owned_scope=scope,
        constraints=constraint,
        acceptance_criteria=criterion,
        related_specs=tuple(_spec(text) for text in spec),
        expires_at=expires,
        allowed_mutation=allowed_mutation,
        allowed_tools=tool or None,
        parent=parent,
        assigned_agent=assign,
    )
    registry = store.add(workspace, entry)
    _record(workspace, intent_id, "created", None, status)
    shared: dict[str, list[str]] = {}
    for other, path in _overlaps(workspace, registry, intent_id):
        shared.setdefault(path, []).append(other)
    for path, others in shared.items():
        own = "both own" if len(others) == 1 else "own"
        output.note(f"tracer: {intent_id} and {_listed(others)} {own} {path}")
    _show(registry, intent_id, as_json=as_json)


@intent.command()
@click.argument("base", metavar="BASE")
@click.argument("ours", metavar="OURS")
@click.argument("theirs", metavar="THEIRS")
@directory_option
def merge(base: str, ours: str, theirs: str) -> int:
    """Merge the intents of the file THEIRS into OURS; git calls this for active_intents.yaml.

    Exits 1, and leaves OURS as it was, where both sides changed the same thing.
    """
    from tracer.intents.merge import merged  # noqa: PLC0415 - loaded when needed
    from tracer.model.disk import write_atomically  # noqa: PLC0415

    try:
        before, mine, other = map(_bytes_of, (base, ours, theirs))
        content = merged(before, mine, other, "active_intents.yaml")
    except (InputError, OSError) as error:
        output.note(f"tracer: {error}")
        return exit_codes.FOUND
    write_atomically(ours, content)
    return exit_codes.DONE


@intent.command("list")
@json_option
@directory_option
def list_(as_json: bool) -> None:
    """List every intent of the workspace."""
    from tracer.intents import load  # noqa: PLC0415 - loaded when needed

    registry = load(current_workspace())
    if registry.warning:
        output.note(f"tracer: {registry.warning}")
    intents = [entry.to_json() for entry in registry.intents]
    if as_json:
        output.print_json({"version": registry.version, "active_intents": intents})
    else:
        from tracer.cli.render_intent import intent_list_lines  # noqa: PLC0415

        output.print_lines(intent_list_lines(intents))


@intent.command()
@click.argument("intent_id", metavar="ID")
@json_option
@directory_option
def show(intent_id: str, as_json: bool) -> None:
    """Show everything the registry says about the intent ID."""
    from tracer.intents import load  # noqa: PLC0415 - loaded when needed

    _show(load(current_workspace()), intent_id, as_json=as_json)


@intent.command()
@click.argument("intent_id", metavar="ID")
@click.option("--agent", metavar="NAME", help="With --session: check it out for that session.")
@click.option("--session", metavar="ID", help="The agent's session id.")
@json_option
@directory_option
def select(intent_id: str, agent: str | None, session: str | None, as_json: bool) -> int:
    """Print the context of the intent ID, as select_active_intent does over MCP.

    An agent's hook sees this command and checks the intent out for the agent's session. Where
    there is no hook, name the session with --agent and --session.
    """
    from tracer.agents.history import recent_history  # noqa: PLC0415 - loaded when needed
    from tracer.intents import describe  # noqa: PLC0415
    from tracer.intents import select as check_out  # noqa: PLC0415

    if (agent is None) != (session is None):
        raise UsageError("--agent and --session belong together", fix="Give both or none")
    workspace = current_workspace()
    history = recent_history(workspace, intent_id)
    if agent is not None and session is not None:
        answer = check_out(workspace, agent, session, intent_id, history=history)
    else:
        answer = describe(workspace, intent_id, history)
    if isinstance(answer, Refusal):
        return _refuse(answer, as_json=as_json)
    if as_json:
        output.print_json({"intent_id": intent_id, "context": answer})
    else:
        output.print_lines([[(line, "")] for line in answer.splitlines()])
    return exit_codes.DONE


@intent.command()
@click.argument("intent_id", metavar="ID")
@json_option
@directory_option
def complete(intent_id: str, as_json: bool) -> None:
    """Mark the intent ID as COMPLETED; no agent may select it any more."""
    _move(intent_id, "COMPLETED", "completed", as_json=as_json)


@intent.command()
@click.argument("intent_id", metavar="ID")
@json_option
@directory_option
def start(intent_id: str, as_json: bool) -> None:
    """Mark the intent ID as IN_PROGRESS; also opens a finished or blocked one again."""
    _move(intent_id, "IN_PROGRESS", "start", as_json=as_json)


@intent.command()
@click.argument("intent_id", metavar="ID")
@json_option
@directory_option
def block(intent_id: str, as_json: bool) -> None:
    """Mark the intent ID as BLOCKED; no agent may select it until it is started again."""
    _move(intent_id, "BLOCKED", "blocked", as_json=as_json)


@intent.command()
@click.argument("intent_id", metavar="ID")
@json_option
@directory_option
def abandon(intent_id: str, as_json: bool) -> None:
    """Mark the intent ID as ABANDONED."""
    _move(intent_id, "ABANDONED", "abandoned", as_json=as_json)


@intent.command()
@click.argument("intent_id", metavar="ID")
@click.option("--expires", required=True, metavar="TIME", help="RFC 3339: its new last moment.")
@json_option
@directory_option
def renew(intent_id: str, expires: str, as_json: bool) -> None:
    """Give the intent ID another time to expire at."""
    from tracer.intents import store  # noqa: PLC0415 - loaded when needed

    workspace = current_workspace()
    only_people(workspace)
    registry = store.renew(workspace, intent_id, expires)
    entry = registry.get(intent_id)
    status = None if entry is None else entry.status.value
    _record(workspace, intent_id, "renewed", status, status)
    _show(registry, intent_id, as_json=as_json)


@intent.command()
@click.option(
    "--older-than", type=int, default=30, metavar="DAYS", help="Finished for so long. Default: 30."
)
@json_option
@directory_option
def rotate(older_than: int, as_json: bool) -> None:
    """Move finished and expired intents to .orchestration/intents_archive.yaml."""
    from tracer.intents import store  # noqa: PLC0415 - loaded when needed
    from tracer.intents.times import now_text  # noqa: PLC0415

    workspace = current_workspace()
    only_people(workspace)
    moved = store.rotate(workspace, now_text(time.time() - older_than * 86400))
    for entry in moved:
        _record(workspace, entry.id, "archived", entry.status.value, entry.status.value)
    if as_json:
        output.print_json({"archived": [entry.id for entry in moved]})
    else:
        names = ", ".join(entry.id for entry in moved) or "none"
        output.print_lines([[(f"archived: {names}", "")]])


@intent.command()
@click.argument("intent_id", metavar="ID")
@click.option("--scope", multiple=True, required=True, metavar="GLOB", help="Files to add.")
@click.option("--reason", default="", metavar="TEXT", help="Why; shown to who approves.")
@json_option
@directory_option
def expand(intent_id: str, scope: tuple[str, ...], reason: str, as_json: bool) -> None:
    """Ask for a wider scope of the intent ID; a person gives it with `tracer approve`."""
    from tracer.agents.asking import request_scope  # noqa: PLC0415 - loaded when needed

    session = f"cli-{int(time.time())}"
    made = request_scope(
        current_workspace(), intent_id, scope, reason, agent="cli", session=session
    )
    if as_json:
        output.print_json({"request": made.id, "intent_id": intent_id, "scope": list(scope)})
    else:
        output.print_lines([[(f"{made.id} waits for a person: tracer approve {made.id}", "")]])


@intent.command()
@click.argument("intent_id", metavar="[ID]", required=False)
@json_option
@directory_option
def overlaps(intent_id: str | None, as_json: bool) -> int:
    """Show which open intents own the same files; exit code 1 where some do."""
    from tracer.intents import load  # noqa: PLC0415 - loaded when needed

    workspace = current_workspace()
    registry = load(workspace)
    names = [intent_id] if intent_id else [entry.id for entry in registry.intents]
    pairs = []
    for name in names:
        for other, path in _overlaps(workspace, registry, name):
            if intent_id or name < other:
                pairs.append({"intents": [name, other], "path": path})
    if as_json:
        output.print_json({"overlaps": pairs})
    elif not pairs:
        output.print_lines([[("no file belongs to two open intents", "dim")]])
    else:
        output.print_lines(
            [(f"{' '.join(pair['intents'])}  ", "cyan"), (str(pair["path"]), "")] for pair in pairs
        )
    return exit_codes.FOUND if pairs else exit_codes.DONE


def _move(intent_id: str, status: str, action: str, *, as_json: bool) -> None:
    """Set a status; the change is recorded, repeating it is not."""
    from tracer.intents import Status, load, store  # noqa: PLC0415 - loaded when needed

    workspace = current_workspace()
    only_people(workspace)
    known = load(workspace).get(intent_id)
    registry = store.set_status(workspace, intent_id, Status(status))
    if known is not None and known.status != status:
        _record(workspace, intent_id, action, known.status.value, status)
    _show(registry, intent_id, as_json=as_json)


def _listed(intents: list[str]) -> str:
    """The first intents of a list, and how many more there are."""
    more = len(intents) - _NAMED
    return ", ".join(intents[:_NAMED]) + (f" and {more} more" if more > 0 else "")


def _overlaps(workspace: Workspace, registry: Registry, intent_id: str) -> list[tuple[str, str]]:
    """(other open intent, a path both own); a parent and its children share by design."""
    from tracer.engine.scan import tree_stats  # noqa: PLC0415 - loaded when needed
    from tracer.intents.scope import overlap  # noqa: PLC0415

    one = registry.get(intent_id)
    if one is None:
        raise InputError(f"{intent_id} is not in the registry", fix="See `tracer intent list`")
    paths = sorted(tree_stats(workspace))
    found = []
    for other in registry.selectable(time.time()):
        related = one in registry.with_ancestors(other) or other in registry.with_ancestors(one)
        path = None if related else overlap(one.owned_scope, other.owned_scope, paths)
        if path is not None:
            found.append((other.id, path))
    return found


def _spec(text: str) -> Any:
    """`specification=REQ-001`, or a value alone, which is a specification."""
    from tracer.intents import Spec  # noqa: PLC0415 - loaded when needed

    kind, equals, value = text.partition("=")
    return Spec(kind, value) if equals else Spec("specification", kind)


def _show(registry: Registry, intent_id: str, *, as_json: bool) -> None:
    entry = registry.get(intent_id)
    if entry is None:
        known = ", ".join(i.id for i in registry.intents) or "none"
        raise InputError(f"{intent_id} is not in the registry", fix=f"It holds {known}")
    if as_json:
        output.print_json(entry.to_json())
    else:
        from tracer.cli.render_intent import intent_lines  # noqa: PLC0415

        output.print_lines(intent_lines(entry.to_json()))


def _refuse(refusal: Refusal, *, as_json: bool) -> int:
    """Print a refusal; its code tells a script that policy said no."""
    if as_json:
        output.print_json({"error": refusal._asdict()})
    else:
        output.note(f"tracer: {refusal.message} {refusal.required_action}")
    return exit_codes.REFUSED


def _record(
    workspace: Workspace, intent_id: str, action: str, before: str | None, after: str | None
) -> None:
    """Write the change of an intent's life to the ledger and to the readable log."""
    from tracer.agents import decisions  # noqa: PLC0415 - loaded when needed
    from tracer.agents.asking import follow_scope  # noqa: PLC0415
    from tracer.engine import note  # noqa: PLC0415
    from tracer.engine.stopped_merge import stage_registry  # noqa: PLC0415

    event = Event(
        phase=Phase.POST,
        kind=ActionKind.OTHER,
        agent="cli",
        session_id=f"cli-{int(time.time())}",
        cwd=workspace.root,
        intent_id=intent_id,
        contributor=Contributor(EntityType.UNKNOWN),  # a shell does not say who typed
    )
    lifecycle = {"action": action, "before": before, "after": after}
    record = note(workspace, event, "intent_lifecycle", intent_id=intent_id, lifecycle=lifecycle)
    staged = " and ".join(stage_registry(workspace))
    if staged:
        output.note(f"tracer: staged {staged}: the rebase that has stopped here can go on")
    if workspace.is_initialised:
        decisions.write(workspace, record)
        with output.progress("intent map", only_terminal=True) as bar:
            follow_scope(workspace, bar)


@intent.command()
@click.argument("message", metavar="FILE")
@click.argument("source", required=False)
@click.argument("commit", required=False)
@directory_option
def trailer(message: str, source: str | None, commit: str | None) -> None:
    """Add `Intent: ID` to the commit message in FILE for what is staged (prepare-commit-msg)."""
    from tracer.queries.trailer import add_trailers  # noqa: PLC0415 - loaded when needed

    del commit  # git tells its hook, and a merge or amended commit is known by SOURCE
    add_trailers(current_workspace(), message, source)


def _bytes_of(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()
