"""After a change: the team's formatter, linter and tests (REQUIREMENTS E5).

Steps run in the order of the configuration, all within one time box. What a formatter changes
is recorded as its own, not the agent's. What fails goes back to the agent as one JSON object,
and, where the team wants it, as a lesson to the shared brain.
"""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import time
from typing import TYPE_CHECKING, Any

from tracer.agents import brain
from tracer.intents.scope import owns
from tracer.model.enums import ActionKind, EntityType, Phase
from tracer.model.events import Contributor, Event, Target
from tracer.model.named_tuple import NamedTuple
from tracer.policy import seen
from tracer.policy.config import load_config

if TYPE_CHECKING:
    from tracer.agents.call import Call
    from tracer.policy.config import Config, QualityStep

_TAIL = 2000  # characters of a failing step's output
_TRACER = "tracer"


class Outcome(NamedTuple):
    """How a step ended: `ok`, `failed`, `timeout` or `missing`; and the end of its output."""

    name: str
    status: str
    output: str = ""

    def to_json(self) -> dict[str, str]:
        """The outcome as the agent gets it."""
        return {"name": self.name, "status": self.status, "output": self.output}


def check_change(
    call: Call, event: Event, records: list[dict[str, Any]], config: Config
) -> str | None:
    """What to tell the agent about the files the records changed; None where all is well."""
    changed = list(
        dict.fromkeys(
            file["relative_path"]
            for record in records
            for file in record.get("files") or ()
            if file.get("after") is not None and file.get("mutation_class")
        )
    )
    deadline = time.monotonic() + config.quality_seconds
    outcomes = []
    for step in config.quality:
        paths = [path for path in changed if owns(step.files, path)]
        if not paths or (step.formats and call.spec.get("formats") is False):
            continue
        outcomes.append(_run(call, event, step, paths, deadline))
    bad = [outcome for outcome in outcomes if outcome.status != "ok"]
    if outcomes:
        # Names and results only: a program's output may quote the source.
        steps = [{"name": item.name, "status": item.status} for item in outcomes]
        call.note(event, "quality", steps=steps)
    if not bad:
        return None
    if config.shared_brain is not None:
        name = config.shared_brain
        call.attempt("shared brain", lambda: _teach(call, event, name, bad))
    return json.dumps({"quality": [outcome.to_json() for outcome in bad]}, ensure_ascii=False)


def _run(call: Call, event: Event, step: QualityStep, paths: list[str], deadline: float) -> Outcome:
    """One step; the edits of a formatter are recorded under its name."""
    files = " ".join(shlex.quote(path) for path in paths)
    command = step.command.replace("{files}", files)
    try:
        start = _confined(call, event, command)
    except OSError as error:
        return Outcome(step.name, "failed", f"it cannot be confined: {error.strerror}")
    if not step.formats:
        return _execute(call, step.name, start or command, deadline)
    own = _event_of(call, event, step.name, paths)
    call.engine.before_call(call.workspace, own)
    outcome = _execute(call, step.name, start or command, deadline)
    for record in call.engine.after_call(call.workspace, own, related=()):
        if record.get("event") == "mutation":
            call.log(record)
    seen.note(call.workspace, event, paths)  # the agent is told that they are formatted
    return outcome


def _confined(call: Call, event: Event, command: str) -> list[str] | None:
    """How the command starts under the limits of the intent, where commands are confined."""
    config = load_config(call.workspace)
    if not config.confine:
        return None
    from tracer.agents.confinement import confined_step  # noqa: PLC0415 - where a team wants it
    from tracer.agents.protection import guard  # noqa: PLC0415 - where a team wants it

    return confined_step(call, event, command, config, guard())


def _execute(call: Call, name: str, start: str | list[str], deadline: float) -> Outcome:
    """The end of a command line for the shell, or of a program with its arguments."""
    try:
        done = subprocess.run(
            start,
            shell=isinstance(start, str),
            cwd=call.workspace.root,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=max(0.1, deadline - time.monotonic()),
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        return Outcome(name, "timeout", _tail(error.stdout))
    missing = 127
    if done.returncode == missing:
        return Outcome(name, "missing", _tail(done.stdout))
    return Outcome(name, "ok" if done.returncode == 0 else "failed", _tail(done.stdout))


def _teach(call: Call, event: Event, name: str, bad: list[Outcome]) -> None:
    """Write lessons to the shared brain; that edit is tracer's own."""
    path = os.path.join(call.workspace.root, name)
    own = _event_of(call, event, "shared brain", [name])
    call.engine.before_call(call.workspace, own)
    lessons = [f"{item.name} {item.status}: {_first_line(item.output)}" for item in bad]
    if brain.teach(path, lessons):
        for record in call.engine.after_call(call.workspace, own, related=()):
            if record.get("event") == "mutation":
                call.log(record)
    seen.note(call.workspace, event, [name], new=False)


def _event_of(call: Call, event: Event, name: str, paths: list[str]) -> Event:
    """A call of tracer's own, made by the program `name`."""
    return Event(
        phase=Phase.POST,
        kind=ActionKind.FILE_EDIT,
        agent=_TRACER,
        session_id=event.session_id,
        cwd=call.workspace.root,
        call_id=f"{event.call_id or ''}:{name}",
        tool=name,
        intent_id=event.intent_id,
        contributor=Contributor(EntityType.UNKNOWN, name=name),
        targets=tuple(Target(path, "edit") for path in paths),
    )


def _tail(output: bytes | None) -> str:
    return (output or b"").decode("utf-8", "replace").strip()[-_TAIL:]


def _first_line(output: str) -> str:
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    return lines[0] if lines else "no output"
