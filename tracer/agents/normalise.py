"""A payload as the normalised event of CONTRACT.md, by the agent's description."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Any

from tracer.agents.spec import first_text, value_at
from tracer.model.enums import ActionKind, EntityType, Phase
from tracer.model.errors import InputError
from tracer.model.events import Contributor, Event, Target, TextEdit
from tracer.model.named_tuple import NamedTuple
from tracer.model.patches import patched
from tracer.model.patterns import lazy_pattern

if TYPE_CHECKING:
    from tracer.agents.spec import Spec

_UNREADABLE = "Nothing was recorded for this call."
_OPERATIONS = frozenset({"create", "edit", "delete", "move"})
_CLASSES = frozenset({"AST_REFACTOR", "INTENT_EVOLUTION"})
_DRIVE = lazy_pattern(r"/[A-Za-z]:[\\/]")
# Two spellings of one notation: `<<<<<<< SEARCH` and `------- SEARCH`.
_BLOCK = lazy_pattern(
    r"^[-<]{3,}<* ?SEARCH>?\n(.*?)^={3,}\n(.*?)^[+>]{3,}>* ?REPLACE>?$", re.MULTILINE | re.DOTALL
)
_CHANGING = frozenset({ActionKind.FILE_EDIT, ActionKind.DELETE, ActionKind.MOVE})


class Reading(NamedTuple):
    """An event, and what else the description says about it.

    `name` is what the agent calls the event. `reconciles`: no call of the agent can be under
    way, so edits nobody saw may be looked for. `answers_itself`: the tool tells the model its
    result, so the hook need not. `shows`: a read is reported only before it. `remarks` are
    one-line complaints about parts of the payload that were left out.
    """

    event: Event
    name: str
    ends_session: bool = False
    reconciles: bool = True
    answers_itself: bool = False
    shows: bool = False
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
    name = event_name(spec, payload)
    if name is None:
        raise InputError(f"the payload has no {spec['event']}", fix=_UNREADABLE)
    entry = spec["events"].get(name)
    if entry is None:
        return None
    phase = Phase(entry["phase"])
    if phase is Phase.POST and any(_fits(rule, payload) for rule in spec.get("failed", ())):
        phase = Phase.POST_FAILURE
    event = _base(spec, payload, phase)
    rule: dict[str, Any] = {}
    if phase in (Phase.PRE, Phase.POST, Phase.POST_FAILURE):
        tool = entry.get("tool") or value_at_first(payload, spec["tool"])
        rule = tool_rule(spec, tool, payload)
        event = _with_action(event._replace(tool=event.tool or tool), rule, payload)
    event, remarks = _checked(event)
    return Reading(
        event,
        name,
        ends_session=bool(entry.get("ends_session")),
        reconciles=bool(entry.get("reconciles", True)),
        answers_itself=bool(rule.get("answers_itself")),
        shows=bool(entry.get("shows")),
        remarks=remarks,
    )


def event_name(spec: Spec, payload: Any) -> str | None:
    """What the agent calls the event, at the first of its key paths that is there."""
    keys = spec["event"]
    name = first_text(payload, [keys] if isinstance(keys, str) else keys)
    for rule in spec.get("infer", ()) if name is None else ():
        wanted = [rule["present"], *([rule["also"]] if "also" in rule else [])]
        if all(value_at(payload, key) is not None for key in wanted):
            return str(rule["event"])
    return name


def value_at_first(payload: Any, keys: str | list[str]) -> str | None:
    """The first text at one of the key paths."""
    return first_text(payload, [keys] if isinstance(keys, str) else keys)


def _fits(rule: dict[str, Any], payload: dict[str, Any]) -> bool:
    """Whether a value says that the call failed: it is `is`, or text that `matches`."""
    value = value_at(payload, rule["path"])
    if "is" in rule:
        return bool(value == rule["is"]) and value is not None
    if "matches" in rule:
        return isinstance(value, str) and re.search(rule["matches"], value) is not None
    return value not in (None, "", False)


def tool_rule(spec: Spec, tool: Any, payload: Any = None) -> dict[str, Any]:
    """The first entry of `tools` that names the tool; an unknown tool is of kind `other`."""
    if isinstance(tool, str):
        for rule in spec["tools"]:
            when = rule.get("when")
            if when is not None and first_text(payload, when["path"]) != when["is"]:
                continue
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
    tool = texts.get("tool") or value_at_first(payload, spec["tool"])
    return Event(
        phase=phase,
        kind=ActionKind.OTHER,
        agent=texts.get("agent") or spec["agent"],
        session_id=session,
        cwd=os.path.abspath(plain_path(texts.get("cwd")) or "."),
        turn_id=texts.get("turn_id"),
        call_id=texts.get("call_id"),
        tool=tool,
        model=model,
        conversation_url=texts.get("conversation_url"),
        intent_id=texts.get("intent_id"),
        mutation_class=texts.get("mutation_class"),
        contributor=Contributor(
            EntityType(entity), texts.get("model_identifier"), texts.get("contributor_name")
        ),
        error=texts.get("error"),
        prompt=texts.get("prompt"),
        stop_hook_active=any(
            value_at(payload, path) is True for path in paths.get("stop_hook_active", ())
        ),
    )


def _with_action(event: Event, rule: dict[str, Any], payload: dict[str, Any]) -> Event:
    """The event with what its tool does to which files."""
    kind = ActionKind(rule["kind"])
    changes: dict[str, Any] = _named(rule, payload) | {"kind": kind}
    if "command" in rule:
        changes["command"] = _command(payload, rule["command"])
        if changes["command"] is None and not rule.get("targets_optional"):
            raise InputError(f"{event.tool}: the payload has no command", fix=_UNREADABLE)
    if "targets" in rule or "patch" in rule:
        changes["targets"] = _all_targets(rule, payload, event)
        optional = rule.get("targets_optional") and event.phase is not Phase.PRE
        if kind in _CHANGING and not changes["targets"] and not optional:
            raise InputError(f"{event.tool}: the payload names no file", fix=_UNREADABLE)
        kinds = {target.op for target in changes["targets"]}
        if kind is ActionKind.FILE_EDIT and len(kinds) == 1 and kinds <= {"delete", "move"}:
            changes["kind"] = ActionKind(kinds.pop())
    if "arguments" in rule and event.phase is Phase.PRE:
        from tracer.agents.mcp_files import named_files  # noqa: PLC0415 - few calls are MCP's

        given = next((v for key in rule["arguments"] if (v := value_at(payload, key))), None)
        changes["targets"] = named_files(given, event.tool or "")
    return event._replace(**changes)


def _named(rule: dict[str, Any], payload: dict[str, Any]) -> dict[str, Any]:
    """The tool and the intent, where the rule says where they stand."""
    changes: dict[str, Any] = {}
    if "tool" in rule:
        changes["tool"] = rule["tool"]
    if "tool_from" in rule:
        changes["tool"] = first_text(payload, rule["tool_from"])
    if "intent_id" in rule:
        changes["intent_id"] = value_at_first(payload, rule["intent_id"])
    return changes


def _all_targets(rule: dict[str, Any], payload: dict[str, Any], event: Event) -> tuple[Target, ...]:
    """The files of a call: those of the patch it holds, else those it names."""
    patch = first_text(payload, rule.get("patch", []))
    found = patched(patch) if patch else None
    if found is None and "targets" in rule:
        return _targets(rule["targets"], payload, event)
    return found or ()


def _command(payload: Any, keys: list[str]) -> str | None:
    """The command line at one of the key paths; a list of them is one after the other."""
    text = first_text(payload, keys)
    if text is not None:
        return text
    for key in keys:
        value = value_at(payload, key)
        if isinstance(value, list) and value and all(isinstance(item, str) for item in value):
            return "\n".join(value)
    return None


def plain_path(path: str | None) -> str | None:
    """A path as this system writes it: without a `file:` scheme or Windows' leading slash."""
    if path is None:
        return None
    if path.startswith("file://"):
        from urllib.parse import unquote, urlsplit  # noqa: PLC0415 - few hosts send these

        path = unquote(urlsplit(path).path)
    return path[1:] if _DRIVE.match(path) else path


def _targets(rule: dict[str, Any], payload: dict[str, Any], event: Event) -> tuple[Target, ...]:
    """The files a call names: one, or those of the list at `each`."""
    items = [payload]
    if "each" in rule:
        listed = value_at(payload, rule["each"])
        items = listed if isinstance(listed, list) else []
        shared = first_text(payload, rule.get("shared_path", []))
        if shared is not None:
            items = [item | {"path": shared} for item in items if isinstance(item, dict)]
    targets = []
    for item in items:
        path = item if isinstance(item, str) else first_text(item, rule["path"])
        path = plain_path(path)
        if path is None and "each" not in rule:
            continue
        if path is None or "\0" in path:
            raise InputError(f"{event.tool}: a target without a usable path", fix=_UNREADABLE)
        after = _whole_text(item, rule.get("after", {}).get(event.phase))
        if after is not None and _whole_text(item, rule.get("whole_without")):
            after = None  # the text replaces a part, not the whole file
        targets.append(
            Target(
                path,
                _operation(rule["op"], item, os.path.join(event.cwd, path)),
                move_to=_whole_text(item, rule.get("move_to")),
                before=_whole_text(item, rule.get("before", {}).get(event.phase)),
                after=after,
                edits=_edits(rule.get("edits"), item),
            )
        )
    return tuple(targets)


def _operation(rule: Any, item: Any, path: str) -> str:
    """create, edit, delete or move; `write` is the one of the first two that fits the disk."""
    if isinstance(rule, dict):
        given = value_at(item, rule["from"])
        named = rule.get("names", {}).get(given, given)
        return str(named if named in _OPERATIONS else rule["default"])
    if rule == "write":
        return "edit" if os.path.lexists(path) else "create"
    return str(rule)


def _whole_text(item: Any, path: str | list[str] | None) -> str | None:
    if isinstance(path, list):
        return next((x for x in (_whole_text(item, key) for key in path) if x is not None), None)
    value = value_at(item, path) if path else None
    return value if isinstance(value, str) else None


def _edits(rule: dict[str, Any] | None, item: Any) -> tuple[TextEdit, ...]:
    """The replacements a call asks for, in order."""
    if rule is None:
        return ()
    if "blocks" in rule:
        return _blocks(_whole_text(item, rule["blocks"]) or "")
    parts = value_at(item, rule["each"]) if "each" in rule else [item]
    edits = []
    for part in parts if isinstance(parts, list) else ():
        before, after = _whole_text(part, rule["before"]), _whole_text(part, rule["after"])
        if before is not None and after is not None:
            everywhere = value_at(part, rule.get("replace_all", "")) is True
            edits.append(TextEdit(before, after, everywhere))
    return tuple(edits)


def _blocks(text: str) -> tuple[TextEdit, ...]:
    """The replacements in `<<<<<<< SEARCH`, `=======`, `>>>>>>> REPLACE` blocks."""
    plain = text.replace("\r\n", "\n")
    return tuple(TextEdit(found[1], found[2]) for found in _BLOCK.finditer(plain))


def _checked(event: Event) -> tuple[Event, tuple[str, ...]]:
    """The event without a class nobody knows, and a remark about it."""
    if event.mutation_class is None or event.mutation_class in _CLASSES:
        return event, ()
    remark = f"mutation_class cannot be {event.mutation_class!r}; the change is measured instead"
    return event._replace(mutation_class=None), (remark,)
