"""One hook call from the agent's bytes to the agent's answer. Nothing it meets breaks the agent."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from tracer.agents import journal
from tracer.agents.call import Call, Engine
from tracer.agents.normalise import event_name, normalise, tool_rule, value_at_first
from tracer.agents.payload import decode, decoded, glean
from tracer.agents.reads import read
from tracer.agents.render import Answer, render
from tracer.agents.spec import load_spec, value_at
from tracer.ledger.local import is_merging
from tracer.model import waits
from tracer.model.enums import ActionKind, Phase
from tracer.model.errors import InputError
from tracer.model.events import Decision
from tracer.model.workspace import Workspace, find_workspace

if TYPE_CHECKING:
    from tracer.agents.normalise import Reading
    from tracer.agents.spec import Spec
    from tracer.policy.config import Config

__all__ = ["Answer", "run"]

_NO_OPINION = Decision("none")


def run(agent: str, stdin: bytes, *, engine: Engine | None = None) -> Answer:
    """The answer to the event in `stdin`, in the agent's own convention.

    An event that means nothing here, or a workspace without a sidecar, has the agent's neutral
    answer. So has everything that fails, with a line on stderr and in the journal; but in
    `enforce` a call that may write and cannot be judged is refused.
    Raises: UsageError for an agent nobody described.
    """
    spec = load_spec(agent)
    payload: dict[str, Any] | None = None
    try:
        payload = decoded(spec, decode(stdin))
        reading = normalise(spec, payload)
        workspace = None if reading is None else _workspace(spec, reading.event.cwd)
        if reading is not None and workspace is None:
            return _without_workspace(spec, reading)
        if reading is None or workspace is None:
            return render(spec, None, "", _NO_OPINION)
        call = Call(spec, payload, reading, workspace, engine)
        is_late = _is_late(call, agent, stdin)
        decision = _with_kept_words(call, _NO_OPINION) if is_late else _handle(call)
        if is_merging(workspace):
            from tracer.engine.stopped_merge import stage_ledger  # noqa: PLC0415 - seldom

            call.attempt("stopped merge", lambda: stage_ledger(workspace))
        lines = [*call.complaints, *(f"tracer: {remark}" for remark in reading.remarks)]
        answer = render(spec, reading.event.phase, reading.name, decision, call.payload)
        return _answered(call, _with_lines(answer, lines), is_late=is_late)
    except Exception as error:  # noqa: BLE001 - the boundary towards the agent
        return _not_understood(spec, stdin, payload, error)


def unanswered(agent: str, stdin: bytes, why: str) -> Answer:
    """The answer to an event that a hook could not handle in its time, or that ended it."""
    spec, payload = load_spec(agent), None
    try:
        payload = decoded(spec, decode(stdin))
    except InputError:  # what it still shows is gleaned
        payload = None
    return _not_understood(spec, stdin, payload, TimeoutError(why))


def waiting(agent: str, stdin: bytes) -> Answer:
    """Nothing to say; a note in the ledger that what the call changed is still being recorded."""
    spec = load_spec(agent)
    payload = decoded(spec, decode(stdin))
    reading = normalise(spec, payload)
    workspace = None if reading is None else _workspace(spec, reading.event.cwd)
    if reading is not None and workspace is not None:
        call = Call(spec, payload, reading, workspace, None)
        call.note(reading.event, "note", text="what this call changed is still being recorded")
    return Answer()


def _handle(call: Call) -> Decision:
    """The decision on an event. A read needs nothing, so nothing more is imported for it."""
    if call.event.kind is ActionKind.SHELL:
        _unwrap(call)
    phase = call.event.phase
    if phase in (Phase.PRE, Phase.POST, Phase.POST_FAILURE):
        decision = _on_tool(call)
        if waits.is_late():
            return _kept_for_later(call, decision)
        may_tell = call.spec.get("silent_start") or phase is Phase.POST
        return _with_kept_words(call, decision) if may_tell else decision
    from tracer.agents import moments  # noqa: PLC0415 - as said

    if phase is Phase.SESSION_START:
        return moments.session_start(call)
    return moments.prompt(call) if phase is Phase.PROMPT else moments.stop(call)


def _is_late(call: Call, agent: str, stdin: bytes) -> bool:
    """Whether a hook answers before it records; any other first waits for those that do.

    A read changes nothing, and waits for nobody.
    """
    if call.event.kind is ActionKind.READ:
        return False
    is_post = call.event.phase is Phase.POST
    if not is_post and not waits.left(call.workspace):
        return False
    from tracer.agents import late  # noqa: PLC0415 - as said

    if is_post and not is_merging(call.workspace) and late.keep(call, agent, stdin):
        return True
    late.complete(call.workspace)
    return False


def _answered(call: Call, answer: Answer, *, is_late: bool) -> Answer:
    """The answer, handed over already where it `is_late` that the call is recorded."""
    if is_late:
        from tracer.agents.late import complete  # noqa: PLC0415 - few teams

        waits.answered(answer)
        complete(call.workspace)
    return answer


def _unwrap(call: Call) -> None:
    """Go on with the command that the agent wrote, where it was rewritten to run confined."""
    config = call.attempt("configuration", lambda: _confining(call.workspace))
    if not config:
        return
    from tracer.agents.confinement import is_wanted, unwrapped  # noqa: PLC0415 - as said

    event = unwrapped(call.workspace, call.event)
    if event.confined is None and call.event.phase is not Phase.PRE and is_wanted(call, config):
        event = event._replace(confined="no")
    call.replace_event(event)


def _confining(workspace: Workspace) -> Config | None:
    """The settings where the team has commands confined."""
    from tracer.policy.config import load_config  # noqa: PLC0415 - shell calls only

    config = load_config(workspace)
    return config if config.confine else None


def _on_tool(call: Call) -> Decision:
    if call.event.kind is ActionKind.READ:
        return read(call)
    if not os.path.exists(call.workspace.ledger):
        from tracer.engine.sharing import catch_up  # noqa: PLC0415 - once

        call.attempt("ledger", lambda: catch_up(call.workspace))
    from tracer.agents import tool_calls  # noqa: PLC0415 - as said

    return tool_calls.pre(call) if call.event.phase is Phase.PRE else tool_calls.post(call)


def _kept_for_later(call: Call, decision: Decision) -> Decision:
    """The decision, whose words the next call tells: the agent did not wait for this one."""
    if decision.context:
        from tracer.agents import kept_words  # noqa: PLC0415 - few calls

        said = f"About an earlier call, which changed many files:\n{decision.context}"
        call.attempt(
            "kept words", lambda: kept_words.keep(call.workspace, call.event, "late", said)
        )
    return decision


def _with_kept_words(call: Call, decision: Decision) -> Decision:
    """The decision with what an earlier event could not tell the model."""
    if decision.decision != "none":
        return decision  # its reason goes first, and may end the run
    from tracer.agents import kept_words  # noqa: PLC0415 - few agents

    words = call.attempt("kept words", lambda: kept_words.take(call.workspace, call.event))
    told = "\n".join(text for text in (words, decision.context) if text)
    return decision._replace(context=told or None)


def _not_understood(
    spec: Spec, stdin: bytes, payload: dict[str, Any] | None, error: Exception
) -> Answer:
    """The answer to an event that could not be read or handled."""
    line = journal.complaint("hook", error)
    cwd = value_at(payload, "cwd")
    workspace = _workspace(spec, cwd if isinstance(cwd, str) else ".")
    journal.write(workspace, line, error)
    if payload is None:
        name, tool = glean(stdin, spec)
    else:
        name, tool = event_name(spec, payload), value_at_first(payload, spec["tool"])
    entry = spec["events"].get(name) if name is not None else None
    phase = Phase(entry["phase"]) if entry else None
    decision = _NO_OPINION
    tool = (entry or {}).get("tool") or tool
    may_write = tool_rule(spec, tool)["kind"] != ActionKind.READ
    if phase is Phase.PRE and may_write and workspace is not None:
        from tracer.policy.decision import failed  # noqa: PLC0415 - only after a failure

        decision = failed(workspace, error)
    return _with_lines(render(spec, phase, str(name or ""), decision), [line])


def _without_workspace(spec: Spec, reading: Reading) -> Answer:
    """The answer where there is no sidecar: neutral, unless a sparse checkout leaves it out."""
    event, found = reading.event, None
    if event.phase is Phase.PRE and event.kind is not ActionKind.READ:
        around = find_workspace(event.cwd)
        if around is not None:
            from tracer.policy.decision import left_out  # noqa: PLC0415 - not where tracer works

            found = left_out(around.root)
    if found is None:
        return render(spec, None, "", _NO_OPINION)
    return render(spec, event.phase, reading.name, found, {})


def _workspace(spec: Spec, cwd: str) -> Workspace | None:
    """The workspace an agent works in: its project's, else the one around the directory.

    The project comes first, so that an agent cannot leave the policy by changing into a
    directory with a more lenient sidecar.
    """
    places = [os.environ.get(name) for name in spec.get("project_environment", ())]
    for place in [*places, cwd, "."]:
        try:
            workspace = find_workspace(place) if place else None
        except (OSError, ValueError):  # a directory that is gone, a name no system allows
            continue
        if workspace is not None and workspace.is_initialised:
            return workspace
    return None


def _with_lines(answer: Answer, lines: list[str]) -> Answer:
    """The answer with the first complaint on stderr; the others mostly follow from it."""
    if not lines:
        return answer
    more = f" ({len(lines) - 1} more in {journal.SHOWN})" if len(lines) > 1 else ""
    text = f"{lines[0]}{more}\n"
    return answer._replace(stderr=answer.stderr + text.encode(errors="replace"))
