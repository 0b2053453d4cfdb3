"""A decision in the agent's own words, by the templates in its description."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tracer.model.named_tuple import NamedTuple

if TYPE_CHECKING:
    from tracer.agents.spec import Spec
    from tracer.model.enums import Phase
    from tracer.model.events import Decision, Refusal


class Answer(NamedTuple):
    """What `tracer hook` prints, and the code it leaves with."""

    stdout: bytes = b""
    stderr: bytes = b""
    exit_code: int = 0


def render(
    spec: Spec,
    phase: Phase | None,
    name: str,
    decision: Decision,
    payload: dict[str, Any] | None = None,
) -> Answer:
    """The answer to the event the agent calls `name`; empty where there is nothing to say.

    `payload` is needed for a decision that has another command run: `$input` is the tool's input
    with that command in it.
    "No opinion" never becomes "allow": it has no template except an agent's own neutral one.
    """
    answers = spec["answers"]
    template = answers.get("every")
    if template is None:
        table = answers.get(phase.value, {}) if phase else {}
        template = _template(answers.get("events", {}).get(name, table), decision)
    if template is None:
        template = answers.get("neutral")
    if template is None:
        return Answer()
    context = decision.context
    if context is not None and len(context) > spec.get("context_limit", len(context)):
        context = context[: spec["context_limit"] - 1] + "…"
    refused = decision.refusal if decision.decision in ("deny", "ask") else None
    values = {
        "$decision": decision.decision,
        "$event": name,
        "$context": context,
        "$record": decision.record,
        "$error": None if refused is None else refusal_json(refused),
        "$refusal": None if refused is None else refusal_text(refused),
        "$input": None if decision.command is None else _input(spec, payload, decision.command),
        "$message": None if refused is None else refused.message,
    }
    return Answer(
        _filled_text(template.get("stdout"), values),
        _filled_text(template.get("stderr"), values),
        int(template.get("exit", 0)),
    )


def _input(spec: Spec, payload: dict[str, Any] | None, command: str) -> dict[str, Any] | None:
    """The tool's input with another command, where the description says the command stands."""
    rule = spec["answers"]["pre"].get("rewrite") or {}
    given = (payload or {}).get(rule.get("input", ""))
    if not isinstance(given, dict):
        return None
    key = next((name for name in rule["command"] if name in given), None)
    return None if key is None else given | {key: command}


def refusal_json(refusal: Refusal) -> dict[str, Any]:
    """The one object a refused agent gets, the same everywhere (REQUIREMENTS D)."""
    return {
        "error_code": refusal.error_code,
        "message": refusal.message,
        "recoverable": refusal.recoverable,
        "required_action": refusal.required_action,
        "intent_id": refusal.intent_id,
        "path": refusal.path,
    }


def refusal_text(refusal: Refusal) -> str:
    """The object as one line of JSON, for agents that take text."""
    return json.dumps(refusal_json(refusal), ensure_ascii=False)


def _template(phase: dict[str, Any], decision: Decision) -> dict[str, Any] | None:
    """The template for the decision in this phase, or None for nothing to say."""
    found: dict[str, Any] | None = phase.get(decision.decision)
    if found is None and decision.decision == "ask":
        found = phase.get("deny")  # an agent that cannot ask must not take it for a yes
    if found is None and decision.command is not None:
        found = phase.get("rewrite")
    if found is None and decision.context is not None:
        found = phase.get("context")
    return found


def _filled_text(template: Any, values: dict[str, Any]) -> bytes:
    """The template with its placeholders filled, as a line of JSON or of text."""
    if template is None:
        return b""
    filled = _filled(template, values)
    text = filled if isinstance(filled, str) else json.dumps(filled, ensure_ascii=False)
    return f"{text}\n".encode(errors="replace")


def _filled(template: Any, values: dict[str, Any]) -> Any:
    if isinstance(template, str):
        return values.get(template, template)
    if isinstance(template, dict):
        return {key: _filled(item, values) for key, item in template.items()}
    if isinstance(template, list):
        return [_filled(item, values) for item in template]
    return template
