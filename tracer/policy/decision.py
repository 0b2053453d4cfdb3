"""The answer to a call: the first refusal of the gates, in the workspace's mode."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from tracer.intents import registry as registry_file
from tracer.intents import session as session_file
from tracer.intents.model import Registry
from tracer.intents.scope import in_scope
from tracer.model.enums import EntityType
from tracer.model.errors import InputError
from tracer.model.events import Decision, Event, Refusal
from tracer.model.named_tuple import NamedTuple
from tracer.policy.config import Config, Mode, committed_mode, load_config, mode_of_broken
from tracer.policy.constraints import NONE, Constraints, load_constraints
from tracer.policy.evidence import evidence_in
from tracer.policy.facts import (
    SELECT_TOOL,
    Facts,
    Guard,
    State,
    gather,
    only_reads,
    request_for,
    shell_plan,
)
from tracer.policy.gates import (
    GATES,
    class_mismatch,
    control_violation,
    denial,
    governs,
    scope_violation,
    tool_gate,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tracer.intents import SessionState
    from tracer.intents.approvals import Request
    from tracer.model.workspace import Workspace
    from tracer.policy.shell import Classes, ShellPlan
    from tracer.policy.unfinished import Measured

_NO_GUARD = Guard()
NO_OPINION = Decision("none")


class Verdict(NamedTuple):
    """A decision and what it was based on.

    `event` names the intent the call runs under. `may_write` is False for a call that cannot
    change anything. `failure` is why the policy could not be evaluated, where it could not.
    In `observe` the decision is `none` and carries the refusal that `enforce` would give.
    `request` is what a person would be asked, where the decision is `ask`. `unfinished` is what
    to keep of a call that begins a refactoring, or goes on with one.
    """

    decision: Decision
    event: Event
    may_write: bool
    shell: ShellPlan | None = None
    failure: Exception | None = None
    request: Request | None = None
    unfinished: Measured | None = None


def decide(  # noqa: PLR0913 - the inputs of a decision
    workspace: Workspace,
    event: Event,
    registry: Registry,
    session: SessionState,
    config: Config,
    *,
    guard: Guard = _NO_GUARD,
    constraints: Constraints = NONE,
    shell: ShellPlan | None = None,
    now: float | None = None,
) -> Decision:
    """What the gates say: in `enforce` `deny` or `ask` with the first refusal, else `none`.

    In `observe` it is `none`, with the refusal. `ask` is for what a person may approve. Never
    `allow`: a call that no gate refuses is still subject to the agent's own permissions.
    """
    known = shell_plan(event, config.commands) if shell is None else shell
    state = State(registry, session, config, constraints)
    moment = time.time() if now is None else now
    return _asked(gather(workspace, event, state, known, guard=guard, now=moment))


def _asked(facts: Facts) -> Decision:
    """What the gates say to the facts."""
    for gate in GATES:
        refusal = gate(facts)
        if refusal is not None:
            first = facts.places[0].written if facts.places else None
            whole = refusal._replace(path=refusal.path or first)
            return _in_mode(facts.config.mode, whole)
    return NO_OPINION


def check(workspace: Workspace, event: Event, guard: Guard = _NO_GUARD) -> Verdict:
    """The verdict on a call that is about to run, from what is on disk now.

    A call that only reads passes whatever state the policy is in, unless the team blocks its
    tool, and so does a person's save: intents bind agents. When the policy cannot be
    evaluated (REQUIREMENTS D11), the answer is POLICY_FAILURE: a refusal in `enforce`, a
    remark in `observe`. Never raises.
    """
    shell = None
    try:
        shell = shell_plan(event, team_classes(workspace))
        if only_reads(event, shell):
            return Verdict(_of_reading(workspace, event), event, may_write=False, shell=shell)
        if event.contributor.entity_type is EntityType.HUMAN:
            return Verdict(NO_OPINION, event, may_write=True, shell=shell)
        config = load_config(workspace)
        session = session_file.read(workspace, event.agent, event.session_id)
        event = event._replace(intent_id=event.intent_id or session.intent_id)
        registry = registry_file.load(workspace)
        state = State(registry, session, config, load_constraints(workspace))
        facts = gather(workspace, event, state, shell, guard=guard, now=time.time())
        decision = _asked(facts)
    except Exception as error:  # noqa: BLE001 - a gate that fails must still answer
        return Verdict(failed(workspace, error), event, may_write=True, shell=shell, failure=error)
    request = None
    if shell is not None and shell.dangers and decision.decision != "deny":
        request = request_for(facts)
    begun = facts.measured if facts.measured and facts.measured.unfinished else None
    return Verdict(decision, event, may_write=True, shell=shell, request=request, unfinished=begun)


def team_classes(workspace: Workspace) -> Classes | None:
    """The team's own lists of commands; none where the configuration cannot be read."""
    try:
        return load_config(workspace).commands
    except InputError:
        return None


def _of_reading(workspace: Workspace, event: Event) -> Decision:
    """A read passes, unless the team blocks its tool. A broken policy stops no read."""
    try:
        limits = load_constraints(workspace)
        if limits.on_tool(event.tool) is None or event.tool == SELECT_TOOL:
            return NO_OPINION
        config = load_config(workspace)
        state = State(Registry(), session_file.SessionState("", ""), config, limits)
        refusal = tool_gate(Facts(event, *state, (), (), None, mutates=False, now=0.0))
    except InputError:
        return NO_OPINION
    return NO_OPINION if refusal is None else _in_mode(config.mode, refusal)


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


def left_out(root: str) -> Decision | None:
    """The decision where a sparse checkout leaves out the policy; None where it does not.

    What HEAD says counts: a person's choice of directories switches `enforce` not off.
    Raises: VcsError.
    """
    from tracer.model.workspace import SIDECAR  # noqa: PLC0415 - seldom
    from tracer.vcs import blob_at, is_left_out  # noqa: PLC0415 - as above

    if not is_left_out(root, SIDECAR):
        return None
    text = blob_at(root, "HEAD", f"{SIDECAR}/config.yaml")
    refusal = Refusal(
        "POLICY_FAILURE",
        f"The sparse checkout leaves out {SIDECAR}/, and with it the policy and the ledger",
        f"Ask a person to run `git sparse-checkout add {SIDECAR}`.",
        recoverable=False,
    )
    return _in_mode(committed_mode(text or b""), refusal)


def review(
    workspace: Workspace,
    event: Event,
    records: Iterable[Mapping[str, Any]],
    guard: Guard = _NO_GUARD,
) -> tuple[Refusal, ...]:
    """What a call turned out to have done that its gates would have refused, once a path.

    A hook cannot see beforehand what a build or a script writes; this is found afterwards.
    Raises: InputError for a bad registry.
    """
    intent = registry_file.load(workspace).get(event.intent_id or "")
    if intent is None:
        return ()
    registry = registry_file.load(workspace)
    limits = load_constraints(workspace)
    owners = registry.with_ancestors(intent)
    found: dict[str, Refusal] = {}
    for record in records:
        if record.get("event") != "mutation":
            continue
        for file in record.get("files") or ():
            path, measured = file["relative_path"], file.get("mutation_class")
            if not measured or path in found:
                continue
            refusal: Refusal | None = None
            if governs(path, guard.protected):
                refusal = control_violation(path, intent.id, path)
            elif not all(in_scope(owner, path) for owner in owners):
                refusal = scope_violation(intent, path)
            else:
                refusal = denial(limits, path, intent.id)
            if refusal is None and measured == "INTENT_EVOLUTION":
                refusal = class_mismatch(intent, event.mutation_class, path, evidence_in([file]))
            if refusal is not None:
                found[path] = refusal
    return tuple(found.values())


def _in_mode(mode: Mode, refusal: Refusal) -> Decision:
    if mode is not Mode.ENFORCE:
        return Decision("none", refusal)
    return Decision("ask" if refusal.error_code == "APPROVAL_REQUIRED" else "deny", refusal)
