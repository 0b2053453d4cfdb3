"""A payload as the normalised event of CONTRACT.md, by the agent's description."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Any, NamedTuple

from tracer.agents.spec import first_text, value_at
from tracer.model.enums import ActionKind, EntityType, Phase
from tracer.model.errors import InputError
from tracer.model.events import Contributor, Event, Target, TextEdit

if TYPE_CHECKING:
    from tracer.agents.spec import Spec

_UNREADABLE = "Nothing was recorded for this call."
_OPERATIONS = frozenset({"create", "edit", "delete", "move"})
_CLASSES = frozenset({"AST_REFACTOR", "INTENT_EVOLUTION"})
_CHANGING = frozenset({ActionKind.FILE_EDIT, ActionKind.DELETE, ActionKind.MOVE})


class Reading(NamedTuple):
    """An event, and what else the description says about it.

    `name` is what the agent calls the event. `reconciles`: no call of the agent can be under
    way, so edits nobody saw may be looked for. `answers_itself`: the tool tells the model its
    result, so the hook need not. `remarks` are one-line complaints about parts of the payload
    that were left out.
    """

    event: Event
    name: str
    ends_session: bool = False
    reconciles: bool = True
    answers_itself: bool = False
    remarks: tuple[str, ...] = ()


def normalise(spec: Spec, payload: dict[str, Any]) -> Reading | None:
    """The event in the payload; None for one that is another agent's, or that means nothing here.

    Raises: InputError for a payload whose event is known but lacks what it needs.
    """
    if any(_holds(rule, payload) for rule in spec.get("ignore", ())):
        return None
    schema = payload.get("schema", spec.get("schema"))
    if "schema" in spec and schema != spec["schema"]:
        raise InputError(
            f"the payload has schema {schema!r}, not {spec['schema']}", fix=_UNREADABLE
        )
    name = value_at(payload, spec["event"])
    if not isinstance(name, str):
        raise InputError(f"the payload has no {spec['event']}", fix=_UNREADABLE)
    entry = spec["events"].get(name)
    if entry is None:
        return None
    phase = Phase(entry["phase"])
    event = _base(spec, payload, phase)
    rule: dict[str, Any] = {}
    if phase in (Phase.PRE, Phase.POST, Phase.POST_FAILURE):
        rule = tool_rule(spec, value_at(payload, spec["tool"]))
        event = _with_action(event, rule, payload)
    event, remarks = _checked(event)
    return Reading(
        event,
        name,
        ends_session=bool(entry.get("ends_session")),
        reconciles=bool(entry.get("reconciles", True)),
        answers_itself=bool(rule.get("answers_itself")),
        remarks=remarks,
    )


def tool_rule(spec: Spec, tool: Any) -> dict[str, Any]:
    """The first entry of `tools` that names the tool; an unknown tool is of kind `other`."""
    if isinstance(tool, str):
        for rule in spec["tools"]:
            if tool in rule.get("names", ()) or (
                "pattern" in rule and re.fullmatch(rule["pattern"], tool)
            ):
                found: dict[str, Any] = rule
                return found
    return {"kind": "other"}


def _holds(rule: dict[str, str], payload: dict[str, Any]) -> bool:
    """Whether the payload meets every condition of one `ignore` rule."""
    text = first_text(payload, [rule["path"]]) if "path" in rule else ""
    text = (text or "").replace("\\", "/").casefold()
    return (
        ("present" not in rule or value_at(payload, rule["present"]) is not None)
        and ("absent" not in rule or value_at(payload, rule["absent"]) is None)
        and ("contains" not in rule or rule["contains"] in text)
        and ("lacks" not in rule or rule["lacks"] not in text)
    )


def _base(spec: Spec, payload: dict[str, Any], phase: Phase) -> Event:
    """The event without what its tool does."""
    paths: dict[str, list[str]] = spec["fields"]
    texts = {field: first_text(payload, keys) for field, keys in paths.items()}
    entity = texts.get("entity_type") or spec["contributor"]["entity_type"]
    if entity not in set(EntityType):
        raise InputError(f"entity_type cannot be {entity!r}", fix=_UNREADABLE)
    model = texts.get("model")
    session = texts.get("session_id") or ""
    if texts.get("subagent_id"):
        session = f"{session}/{texts['subagent_id']}"
    tool = texts.get("tool") or value_at(payload, spec["tool"])
    return Event(
        phase=phase,
        kind=ActionKind.OTHER,
        agent=texts.get("agent") or spec["agent"],
        session_id=session,
        cwd=os.path.abspath(texts.get("cwd") or "."),
        turn_id=texts.get("turn_id"),
        call_id=texts.get("call_id"),
        tool=tool if isinstance(tool, str) else None,
        model=model,
        conversation_url=texts.get("conversation_url"),
        intent_id=texts.get("intent_id"),
        mutation_class=texts.get("mutation_class"),
        contributor=Contributor(
            EntityType(entity), texts.get("model_identifier"), texts.get("contributor_name")
        ),
        error=texts.get("error"),
        prompt=texts.get("prompt"),
        stop_hook_active=value_at(payload, paths["stop_hook_active"][0]) is True,
    )


def _with_action(event: Event, rule: dict[str, Any], payload: dict[str, Any]) -> Event:
    """The event with what its tool does to which files."""
    kind = ActionKind(rule["kind"])
    changes: dict[str, Any] = {"kind": kind}
    if "tool" in rule:
        changes["tool"] = rule["tool"]
    if "intent_id" in rule:
        changes["intent_id"] = first_text(payload, [rule["intent_id"]])
    if "command" in rule:
        changes["command"] = first_text(payload, rule["command"])
        if changes["command"] is None and not rule.get("targets_optional"):
            raise InputError(f"{event.tool}: the payload has no command", fix=_UNREADABLE)
    if "targets" in rule:
        changes["targets"] = _targets(rule["targets"], payload, event)
        if kind in _CHANGING and not changes["targets"]:
            raise InputError(f"{event.tool}: the payload names no file", fix=_UNREADABLE)
    return event._replace(**changes)


def _targets(rule: dict[str, Any], payload: dict[str, Any], event: Event) -> tuple[Target, ...]:
    """The files a call names: one, or those of the list at `each`."""
    items = [payload]
    if "each" in rule:
        listed = value_at(payload, rule["each"])
        items = listed if isinstance(listed, list) else []
    targets = []
    for item in items:
        path = first_text(item, rule["path"])
        if path is None and "each" not in rule:
            continue
        if path is None or "\0" in path:
            raise InputError(f"{event.tool}: a target without a usable path", fix=_UNREADABLE)
        targets.append(
            Target(
                path,
                _operation(rule["op"], item, os.path.join(event.cwd, path)),
                move_to=_whole_text(item, rule.get("move_to")),
                before=_whole_text(item, rule.get("before", {}).get(event.phase)),
                after=_whole_text(item, rule.get("after", {}).get(event.phase)),
                edits=_edits(rule.get("edits"), item),
            )
        )
    return tuple(targets)


def _operation(rule: Any, item: Any, path: str) -> str:
    """create, edit, delete or move; `write` is the one of the first two that fits the disk."""
    if isinstance(rule, dict):
        given = value_at(item, rule["from"])
        return given if given in _OPERATIONS else str(rule["default"])
    if rule == "write":
        return "edit" if os.path.lexists(path) else "create"
    return str(rule)


def _whole_text(item: Any, path: str | None) -> str | None:
    value = value_at(item, path) if path else None
    return value if isinstance(value, str) else None


def _edits(rule: dict[str, str] | None, item: Any) -> tuple[TextEdit, ...]:
    """The replacements a call asks for, in order."""
    if rule is None:
        return ()
    parts = value_at(item, rule["each"]) if "each" in rule else [item]
    edits = []
    for part in parts if isinstance(parts, list) else ():
        before, after = value_at(part, rule["before"]), value_at(part, rule["after"])
        if isinstance(before, str) and isinstance(after, str):
            everywhere = value_at(part, rule["replace_all"]) is True
            edits.append(TextEdit(before, after, everywhere))
    return tuple(edits)


def _checked(event: Event) -> tuple[Event, tuple[str, ...]]:
    """The event without a class nobody knows, and a remark about it."""
    if event.mutation_class is None or event.mutation_class in _CLASSES:
        return event, ()
    remark = f"mutation_class cannot be {event.mutation_class!r}; the change is measured instead"
    return event._replace(mutation_class=None), (remark,)
