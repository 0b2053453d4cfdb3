"""The answer to a call: the first refusal of the gates, in the workspace's mode."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, NamedTuple

from tracer.intents import registry as registry_file
from tracer.intents import session as session_file
from tracer.intents.scope import in_scope
from tracer.model.enums import EntityType
from tracer.model.events import Decision, Event, Refusal
from tracer.policy.config import Config, Mode, load_config, mode_of_broken
from tracer.policy.facts import Guard, State, gather, only_reads, shell_plan
from tracer.policy.gates import GATES, scope_violation

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tracer.intents import Registry, SessionState
    from tracer.model.workspace import Workspace
    from tracer.policy.shell import ShellPlan

_NO_GUARD = Guard()
NO_OPINION = Decision("none")


class Verdict(NamedTuple):
    """A decision and what it was based on.

    `event` names the intent the call runs under. `may_write` is False for a call that cannot
    change anything. `failure` is why the policy could not be evaluated, where it could not.
    In `observe` the decision is `none` and carries the refusal that `enforce` would give.
    """

    decision: Decision
    event: Event
    may_write: bool
    shell: ShellPlan | None = None
    failure: Exception | None = None


def decide(  # noqa: PLR0913 - the inputs of a decision
    workspace: Workspace,
    event: Event,
    registry: Registry,
    session: SessionState,
    config: Config,
    *,
    guard: Guard = _NO_GUARD,
    shell: ShellPlan | None = None,
    now: float | None = None,
) -> Decision:
    """`deny` with the first refusal in `enforce`, `none` with it in `observe`, else `none`.

    Never `allow`: a call that no gate refuses is still subject to the agent's own permissions.
    """
    moment = time.time() if now is None else now
    known = shell_plan(event) if shell is None else shell
    state = State(registry, session, config)
    facts = gather(workspace, event, state, known, guard=guard, now=moment)
    for gate in GATES:
        refusal = gate(facts)
        if refusal is not None:
            first = facts.places[0].written if facts.places else None
            return _in_mode(config.mode, refusal._replace(path=refusal.path or first))
    return NO_OPINION


def check(workspace: Workspace, event: Event, guard: Guard = _NO_GUARD) -> Verdict:
    """The verdict on a call that is about to run, from what is on disk now.

    A call that only reads passes whatever state the policy is in, and so does a person's save:
    intents bind agents. When the policy cannot be
    evaluated (REQUIREMENTS D11), the answer is POLICY_FAILURE: a refusal in `enforce`, a
    remark in `observe`. Never raises.
    """
    shell = None
    try:
        shell = shell_plan(event)
        if only_reads(event, shell):
            return Verdict(NO_OPINION, event, may_write=False, shell=shell)
        if event.contributor.entity_type is EntityType.HUMAN:
            return Verdict(NO_OPINION, event, may_write=True, shell=shell)
        config = load_config(workspace)
        session = session_file.read(workspace, event.agent, event.session_id)
        event = event._replace(intent_id=event.intent_id or session.intent_id)
        registry = registry_file.load(workspace)
        decision = decide(workspace, event, registry, session, config, guard=guard, shell=shell)
    except Exception as error:  # noqa: BLE001 - a gate that fails must still answer
        return Verdict(failed(workspace, error), event, may_write=True, shell=shell, failure=error)
    return Verdict(decision, event, may_write=True, shell=shell)


def failed(workspace: Workspace, error: Exception) -> Decision:
    """The decision when the policy could not be evaluated because of `error`."""
    try:
        mode = load_config(workspace).mode
    except Exception:  # noqa: BLE001 - what is wrong with it is already reported by `error`
        mode = mode_of_broken(workspace)
    said = str(error).replace(f"{workspace.root}/", "") or type(error).__name__
    refusal = Refusal(
        "POLICY_FAILURE",
        f"The policy could not be evaluated: {said}",
        "Ask a person to correct it; `tracer doctor` says how.",
        recoverable=False,
    )
    return _in_mode(mode, refusal)


def review(
    workspace: Workspace, event: Event, records: Iterable[Mapping[str, Any]]
) -> tuple[Refusal, ...]:
    """The scope violations among what a call turned out to have written, one for each path.

    A hook cannot see beforehand what a build or a script writes; this is found afterwards.
    Raises: InputError for a bad registry.
    """
    intent = registry_file.load(workspace).get(event.intent_id or "")
    if intent is None:
        return ()
    paths = {
        file["relative_path"]: None
        for record in records
        if record.get("event") == "mutation"
        for file in record.get("files") or ()
        if file.get("mutation_class")
    }
    return tuple(scope_violation(intent, path) for path in paths if not in_scope(intent, path))


def _in_mode(mode: Mode, refusal: Refusal) -> Decision:
    return Decision("deny" if mode is Mode.ENFORCE else "none", refusal)
