"""`tracer intent`: why code is written. The registry file may as well be edited by hand."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import click

from tracer.cli import exit_codes, output
from tracer.cli.options import current_workspace, directory_option, json_option
from tracer.model.enums import ActionKind, EntityType, Phase
from tracer.model.errors import UsageError
from tracer.model.events import Contributor, Event, Refusal

if TYPE_CHECKING:
    from tracer.intents import Registry
    from tracer.model.workspace import Workspace

STATUSES = ("PENDING", "IN_PROGRESS", "BLOCKED", "COMPLETED", "ABANDONED")
MUTATIONS = ("ANY", "AST_REFACTOR")


@click.group()
@directory_option
def intent() -> None:
    """List, add, select and complete intents."""


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
    as_json: bool,
) -> None:
    """Add the intent ID to .orchestration/active_intents.yaml."""
    from tracer.intents import Intent, Status, store  # noqa: PLC0415 - loaded when needed

    workspace = current_workspace()
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
    )
    registry = store.add(workspace, entry)
    _record(workspace, intent_id, "created", None, status)
    _show(registry, intent_id, as_json=as_json)


@intent.command("list")
@json_option
@directory_option
def list_(as_json: bool) -> None:
    """List every intent of the workspace."""
    from tracer.intents import load  # noqa: PLC0415 - loaded when needed

    registry = load(current_workspace())
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
    from tracer.intents import load, store  # noqa: PLC0415 - loaded when needed

    workspace = current_workspace()
    known = load(workspace).get(intent_id)
    registry = store.complete(workspace, intent_id)
    if known is not None and known.status != "COMPLETED":
        _record(workspace, intent_id, "completed", known.status.value, "COMPLETED")
    _show(registry, intent_id, as_json=as_json)


def _spec(text: str) -> Any:
    """`specification=REQ-001`, or a value alone, which is a specification."""
    from tracer.intents import Spec  # noqa: PLC0415 - loaded when needed

    kind, equals, value = text.partition("=")
    return Spec(kind, value) if equals else Spec("specification", kind)


def _show(registry: Registry, intent_id: str, *, as_json: bool) -> None:
    entry = registry.get(intent_id)
    if entry is None:
        known = ", ".join(i.id for i in registry.intents) or "none"
        raise UsageError(f"{intent_id} is not in the registry", fix=f"It holds {known}")
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
    workspace: Workspace, intent_id: str, action: str, before: str | None, after: str
) -> None:
    """Write the change of an intent's life to the ledger."""
    from tracer.engine import note  # noqa: PLC0415 - loaded when needed

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
    note(workspace, event, "intent_lifecycle", intent_id=intent_id, lifecycle=lifecycle)
