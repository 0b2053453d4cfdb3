"""Before and after a tool call: the policy is asked, the engine looks, the handshake binds."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from tracer.agents import open_calls
from tracer.agents.handshake import (
    bind,
    note_once,
    note_refusal,
    refused_elsewhere,
    state_of,
)
from tracer.agents.normalise import normalise
from tracer.agents.protection import guard
from tracer.agents.render import refusal_text
from tracer.agents.transcript import model_of
from tracer.intents import registry, session
from tracer.model.enums import ActionKind, Phase
from tracer.model.events import Decision
from tracer.model.workspace import SIDECAR
from tracer.policy import circuit, seen
from tracer.policy.config import Config, Mode, distrust, load_config
from tracer.policy.decision import NO_OPINION, check, failed, review, team_classes
from tracer.policy.facts import SELECT_TOOL, Guard, only_reads, shell_plan
from tracer.policy.gates import approval_required, control_violation, stale_file

if TYPE_CHECKING:
    from tracer.agents.call import Call
    from tracer.intents.approvals import Request
    from tracer.model.events import Event
    from tracer.policy.decision import Verdict
    from tracer.policy.shell import ShellPlan

_GATED_BEFOREHAND = frozenset({ActionKind.FILE_EDIT, ActionKind.DELETE, ActionKind.MOVE})


def pre(call: Call) -> Decision:
    """Ask the policy; when the call may run, let the engine look at what it could change."""
    _finish_open_calls(call)
    protection = guard()
    verdict = check(call.workspace, call.event, protection)
    if verdict.failure is not None:
        call.complain("policy", verdict.failure)
    decision = _unless_busy(call, verdict)
    if verdict.request is not None and decision == NO_OPINION:
        decision = _spent(call, verdict.request)
    refusal = decision.refusal
    if decision.decision == "ask" and verdict.request is not None:
        from tracer.agents.asking import ask  # noqa: PLC0415 - few calls

        decision = ask(call, decision, verdict.request)
        refusal = decision.refusal
    if decision.decision == "deny" and refusal is not None:
        record = note_refusal(call, verdict.event, refusal, enforced=True)
        return decision._replace(record=record)
    if refusal is not None and decision.decision != "ask":
        note_once(call, verdict.event, refusal)
    if verdict.may_write:
        _remember(call, verdict, protection)
    if decision.decision != "none":
        return decision if decision.decision == "ask" else NO_OPINION
    return _confined(call, verdict, protection)


def _confined(call: Call, verdict: Verdict, protection: Guard) -> Decision:
    """What runs in place of a shell command, where commands are confined; a refusal if it fails."""
    if verdict.event.kind is not ActionKind.SHELL:
        return NO_OPINION
    config = call.attempt("configuration", lambda: load_config(call.workspace)) or Config()
    if not config.confine:
        return NO_OPINION
    from tracer.agents.confinement import rewritten  # noqa: PLC0415 - where a team wants it

    try:
        command = rewritten(call, verdict.event, verdict.shell, config, protection)
    except Exception as error:  # noqa: BLE001 - a command that was to be confined runs no other way
        call.complain("confinement", error)
        decision = failed(call.workspace, error)
        if decision.decision != "deny" or decision.refusal is None:
            return NO_OPINION
        record = note_refusal(call, verdict.event, decision.refusal, enforced=True)
        return decision._replace(record=record)
    return NO_OPINION if command is None else Decision("none", command=command)


def _unless_busy(call: Call, verdict: Verdict) -> Decision:
    """The decision, or STALE_FILE where another session is in the middle of writing the file.

    Two calls that both passed would otherwise write over each other.
    """
    event, decision = verdict.event, verdict.decision
    if decision.decision != "none" or event.kind not in _GATED_BEFOREHAND:
        return decision
    busy = call.attempt("seen", lambda: seen.reserve(call.workspace, event, _paths(call, event)))
    if busy is None:
        return decision
    refusal = stale_file(busy, event.intent_id, "is just being written by another session")
    config = call.attempt("configuration", lambda: load_config(call.workspace)) or Config()
    enforced = config.mode is Mode.ENFORCE
    return Decision("deny" if enforced else "none", decision.refusal or refusal)


def _spent(call: Call, request: Request) -> Decision:
    """No opinion once the approval is spent by this call, and by no other at the same moment."""
    from tracer.intents import approvals  # noqa: PLC0415 - few calls

    answer = call.attempt(
        "approvals", lambda: approvals.answer_to(call.workspace, request, use=True)
    )
    config = call.attempt("configuration", lambda: load_config(call.workspace)) or Config()
    if answer is approvals.Answer.APPROVED or config.mode is Mode.OBSERVE:
        return NO_OPINION
    return Decision("ask", approval_required(request.why, request.intent_id))


def _paths(call: Call, event: Event) -> list[str]:
    """The files of the workspace that an edit names."""
    named = [path for target in event.targets for path in (target.path, target.move_to) if path]
    found = [call.workspace.relative(path, event.cwd) for path in named]
    return [path for path in found if path]


def _remember(call: Call, verdict: Verdict, protection: Guard) -> None:
    """What the post-hook needs to know of the time before the call."""
    event = verdict.event
    if event.model is None:  # another hook may have to record the call
        event = event._replace(model=state_of(call).model)
    shell = verdict.shell
    writes = [target.path for target in shell.targets] if shell is not None else []
    all_known = shell is not None and shell.is_complete
    call.attempt(
        "snapshot",
        lambda: call.engine.before_call(call.workspace, event, writes=writes, no_others=all_known),
    )
    begun = verdict.unfinished
    if begun is not None and (started := begun.unfinished) is not None:
        from tracer.policy import unfinished_store  # noqa: PLC0415 - few calls

        place = call.workspace
        call.attempt(
            "refactoring", lambda: unfinished_store.keep(place, event, started, begun.texts)
        )
    if event.kind in _GATED_BEFOREHAND:
        return
    from tracer.agents import control  # noqa: PLC0415 - edits are seen beforehand

    paths = protection.protected
    config = call.attempt("configuration", lambda: load_config(call.workspace)) or Config()
    mode = config.mode.value
    call.attempt("control plane", lambda: control.before(call.workspace, event, paths, mode))
    if shell is not None and shell.patches and call.spec.get("silent_patches"):
        call.attempt("open calls", lambda: open_calls.keep(call.workspace, event, call.payload))


def post(call: Call) -> Decision:
    """Record what the call changed; a handshake binds its intent to the session."""
    event = call.event
    succeeded = event.phase is Phase.POST
    if event.kind is ActionKind.MCP and event.tool == SELECT_TOOL:
        if not succeeded:
            refused_elsewhere(call)
            return NO_OPINION
        return bind(call, event.intent_id, answers_itself=call.reading.answers_itself)
    _finish_open_calls(call)
    classes = team_classes(call.workspace)
    shell = call.attempt("shell command", lambda: shell_plan(event, classes))
    decision = NO_OPINION
    if shell is not None and shell.selects is not None and succeeded:
        decision = bind(call, shell.selects, answers_itself=True)
    if shell is not None and shell.shows:
        places = [call.workspace.relative(path) for path in shell.shows]
        seen.note(call.workspace, event, [p for p in places if p], new=False)
    if only_reads(event, shell):
        return decision
    if call.spec.get("settle_ms") and event.targets:
        from tracer.agents.settling import settle  # noqa: PLC0415 - hosts that need it

        settle(event, call.spec["settle_ms"])
    return _record(call, _complete(call, event), shell)


def finish(call: Call) -> Decision:
    """Record what an edit changed whose agent has its answer already."""
    return _record(call, _complete(call, call.event), None)


def _finish_open_calls(call: Call) -> None:
    """Record earlier calls of the session that ended without an event."""
    if not call.spec.get("silent_patches"):
        return
    waiting = call.attempt("open calls", lambda: open_calls.take(call.workspace, call.event))
    for payload in waiting or ():
        reading = normalise(call.spec, payload)
        if reading is not None:
            event = reading.event._replace(phase=Phase.POST)
            _record(call, _complete(call, event), None)


def _complete(call: Call, event: Event) -> Event:
    """The event with the session's intent and the model, where it names none itself."""
    state = state_of(call)
    model = event.model or event.contributor.model_identifier or state.model
    if model is None:
        model = call.attempt("transcript", lambda: model_of(call.spec, call.payload))
    return event._replace(intent_id=event.intent_id or state.intent_id, model=model)


def _record(call: Call, event: Event, shell: ShellPlan | None) -> Decision:
    """Let the engine record the change, then look at what it means."""
    related = call.attempt("registry", lambda: _specifications(call, event)) or ()
    found = call.attempt(
        "trace", lambda: call.engine.after_call(call.workspace, event, related=related)
    )
    records = found or []
    made = [record for record in records if record.get("event") == "mutation"]
    for record in made:
        call.log(record)
    _remember_outcome(call, event, made)
    if event.kind in _GATED_BEFOREHAND:
        seen.release(call.workspace, event, _paths(call, event))
    if shell is not None and shell.dangers and event.phase is Phase.POST:
        _approved_by_prompt(call, event, shell)
    is_part = call.attempt("refactoring", lambda: _is_part(call, event, made)) or False
    said = [call.attempt("review", lambda: _review(call, event, records, is_part=is_part))]
    if made:
        half = call.attempt("refactoring", lambda: _half(call, event, made))
        said.append(half if is_part or event.kind in _GATED_BEFOREHAND else None)
    config = call.attempt("configuration", lambda: load_config(call.workspace)) or Config()
    if config.quality and made:
        from tracer.agents.quality import check_change  # noqa: PLC0415 - where configured

        said.append(call.attempt("quality", lambda: check_change(call, event, made, config)))
    context = "\n".join(text for text in said if text) or None
    return Decision("none", context=context, record=made[-1]["id"] if made else None)


def _remember_outcome(call: Call, event: Event, made: list[dict[str, Any]]) -> None:
    """What the session now knows of its files, and whether the call works."""
    state = state_of(call)
    if made and state.intent_id is not None and not state.has_changed:
        change = call.workspace, event.agent, event.session_id
        call.attempt(
            "session state",
            lambda: session.update(*change, lambda s: s._replace(has_changed=True)),
        )
    paths = [call.workspace.relative(target.path, event.cwd) for target in event.targets]
    paths += [file["relative_path"] for record in made for file in record.get("files") or ()]
    place = call.workspace
    from tracer.engine.disk import has_moved_on  # noqa: PLC0415 - loaded to record

    known = [path for path in paths if path and not has_moved_on(os.path.join(place.root, path))]
    call.attempt("seen", lambda: seen.note(place, event, known))
    if event.kind not in _GATED_BEFOREHAND:
        from tracer.agents import control  # noqa: PLC0415 - edits name their files

        since = control.began(place, event)
        if since is not None:
            call.attempt("seen", lambda: seen.settle(place, event, since))
    if event.phase is Phase.POST_FAILURE:
        call.attempt("circuit", lambda: circuit.failed(place, event))
    else:
        call.attempt("circuit", lambda: circuit.worked(place, event, changed=bool(made)))


def _is_part(call: Call, event: Event, made: list[dict[str, Any]]) -> bool:
    """Whether what a command did may be part of a refactoring, where the intent allows no more."""
    if event.kind in _GATED_BEFOREHAND or not any(record.get("files") for record in made):
        return False
    intent = registry.load(call.workspace).get(event.intent_id or "")
    bound = intent is not None and intent.allowed_mutation == "AST_REFACTOR"
    if not bound and event.mutation_class != "AST_REFACTOR":
        return False
    from tracer.policy import unfinished  # noqa: PLC0415 - where an intent binds the class

    return unfinished.observed(call.workspace, event, event.intent_id, made)


def _half(call: Call, event: Event, made: list[dict[str, Any]]) -> str | None:
    """What the model hears of a call that did one half of a refactoring."""
    from tracer.policy import unfinished  # noqa: PLC0415 - where an intent binds the class

    known = unfinished.recorded(call.workspace, event, made)
    if known is None or known.is_whole:
        return None
    return (
        "This is one half of a refactoring, by itself a change of behaviour. It counts as "
        "refactoring once later calls complete it; what is missing then is reported."
    )


def _approved_by_prompt(call: Call, event: Event, shell: ShellPlan) -> None:
    """Record that the agent's user approved a command when the agent asked."""
    from tracer.agents.asking import ran  # noqa: PLC0415 - few calls
    from tracer.intents.approvals import Request  # noqa: PLC0415

    request = Request(
        "", "command", event.agent, event.session_id, event.intent_id, event.command or "",
        event.cwd, "; ".join(shell.dangers), 0.0, 0.0, call_id=event.call_id,
    )  # fmt: skip
    ran(call, request)


def _specifications(call: Call, event: Event) -> tuple[tuple[str, str], ...]:
    """What the event's intent serves, for the record's `related`."""
    intent = registry.load(call.workspace).get(event.intent_id or "") if event.intent_id else None
    return () if intent is None else tuple((spec.type, spec.value) for spec in intent.related_specs)


def _brought(
    call: Call, records: list[dict[str, Any]], began: float | None
) -> list[dict[str, Any]]:
    """What a command took from elsewhere (a patch, a stash), as if it had written it.

    That is nobody's code in the ledger, but the command put it there: files of reconciled
    records that changed since it began, and are not as HEAD has them (a pull, a checkout).
    """
    files = {
        file["relative_path"]: file
        for record in records
        if record.get("event") == "reconcile"
        for file in record.get("files") or ()
        if began is not None and _changed_since(call, file["relative_path"], began)
    }
    if not files:
        return []
    from tracer.vcs import Git, git_dir  # noqa: PLC0415 - few commands bring anything

    if git_dir(call.workspace.root):
        with Git(call.workspace.root) as git:
            for path in list(files):
                with open(os.path.join(call.workspace.root, path), "rb") as file:
                    if git.blob_at("HEAD", path) == file.read():
                        del files[path]
    return [{"event": "mutation", "files": list(files.values())}] if files else []


def _changed_since(call: Call, path: str, began: float) -> bool:
    try:
        return os.stat(os.path.join(call.workspace.root, path)).st_mtime >= began
    except OSError:
        return False


def _review(
    call: Call, event: Event, records: list[dict[str, Any]], *, is_part: bool
) -> str | None:
    """What nobody could see beforehand; told to the model in `enforce`.

    `is_part`: the change may be part of a refactoring, whose class the end of the turn tells.
    """
    violations = []
    if event.kind not in _GATED_BEFOREHAND:
        from tracer.agents import control  # noqa: PLC0415 - edits are seen beforehand

        protection = guard()
        records = [*records, *_brought(call, records, control.began(call.workspace, event))]
        mode = control.mode_before(call.workspace, event)
        touched = control.after(call.workspace, event, protection.protected)
        if mode == Mode.ENFORCE and f"{SIDECAR}/config.yaml" in touched:
            call.attempt("configuration", lambda: distrust(call.workspace))
        violations = [control_violation(path, event.intent_id, path) for path in touched]
        if records:
            found = review(call.workspace, event, records, protection)
            violations += [
                refusal
                for refusal in found
                if refusal.path not in touched
                and not (is_part and refusal.error_code == "MUTATION_CLASS_MISMATCH")
            ]
    for refusal in violations:
        note_once(call, event, refusal)
    if not violations or load_config(call.workspace).mode is Mode.OBSERVE:
        return None
    return "\n".join(refusal_text(refusal) for refusal in violations)
