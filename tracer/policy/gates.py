"""The gates: each says why a call may not run, or nothing. All are asked in `GATES` order.

They are pure functions of the facts. The first refusal counts, so the order is part of the
contract (docs/governance.md): where a path leads, what nobody may touch, whether there is an
intent, whether it covers tool and path, whether the file is as the agent knows it, which class
of change this is, whether it keeps failing, and last, when nothing else stands in the way,
whether a person has to approve.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from tracer.intents.checkout import CITE_AN_INTENT, valid_intent
from tracer.intents.scope import in_scope
from tracer.model.events import Refusal
from tracer.model.patterns import lazy_pattern
from tracer.policy.facts import ALWAYS_PROTECTED, Place, is_first_intent

if TYPE_CHECKING:
    from collections.abc import Callable

    from tracer.intents import Intent
    from tracer.policy.constraints import Constraints
    from tracer.policy.facts import Facts
    from tracer.policy.plans import ShellPlan

    Gate = Callable[[Facts], Refusal | None]

_LATER = ("INTENT_EXPIRED", "INTENT_IGNORED")  # gates of their own
_SPECIFICATION = lazy_pattern(r"specs/\d{3}-[^/]")


def workspace_gate(facts: Facts) -> Refusal | None:
    """D3: every path a call writes leads into the workspace, whatever links it goes through."""
    for place in facts.places:
        if place.path is None and not place.is_scratch:
            return Refusal(
                "PATH_OUTSIDE_WORKSPACE",
                f"{place.written} lies outside the workspace.",
                "Choose a path inside the workspace.",
                intent_id=facts.intent_id,
                path=place.written,
            )
    if facts.works_outside:
        return Refusal(
            "PATH_OUTSIDE_WORKSPACE",
            "The command runs in a directory outside the workspace.",
            "Run it inside the workspace.",
            intent_id=facts.intent_id,
        )
    return None


def control_plane_gate(facts: Facts) -> Refusal | None:
    """D7: what governs the agents changes only through tracer, by a person's command."""
    for place in facts.places:
        if place.path is not None and is_protected(place, facts.protected):
            return control_violation(place.path, facts.intent_id, place.path)
        if place.governs is not None:
            return control_violation(place.governs, facts.intent_id, place.written)
    shell = facts.shell
    if shell is None:
        return None
    if shell.control is not None and not is_first_intent(shell, facts.registry):
        return control_violation(f"`{shell.control}`", facts.intent_id, None)
    return _unknown_violation(facts, shell)


def _unknown_violation(facts: Facts, shell: ShellPlan) -> Refusal | None:
    """A command nobody knows that names what governs the agents, or runs beside it."""
    for place in facts.runs_in:
        if is_protected(Place(place, place, is_filled=True), facts.protected):
            return control_violation(place, facts.intent_id, place)
    for command in shell.unknown:
        for name in facts.protected:
            if name.rstrip("/") in command.casefold():
                return control_violation(name, facts.intent_id, name)
    return None


def presence_gate(facts: Facts) -> Refusal | None:
    """D1: a call that may change something runs under a known, active intent."""
    if not facts.mutates:
        return None
    found = valid_intent(facts.registry, facts.intent_id, now=facts.now)
    if isinstance(found, Refusal) and found.error_code not in _LATER:
        return found
    return None


def ignore_gate(facts: Facts) -> Refusal | None:
    """D1: an intent that `.intentignore` takes out of use covers nothing."""
    if not facts.mutates:
        return None
    found = valid_intent(facts.registry, facts.intent_id, now=facts.now)
    return found if isinstance(found, Refusal) and found.error_code == "INTENT_IGNORED" else None


def checkout_gate(facts: Facts) -> Refusal | None:
    """D1: citing an intent is not enough, the session must have checked it out."""
    if not facts.mutates or facts.intent_id == facts.session.intent_id:
        return None
    return Refusal(
        "CHECKOUT_REQUIRED",
        CITE_AN_INTENT,
        f"This session has not checked {facts.intent_id} out: call select_active_intent first.",
        intent_id=facts.intent_id,
    )


def expiry_gate(facts: Facts) -> Refusal | None:
    """D1: an intent past its `expires_at` covers nothing."""
    if not facts.mutates:
        return None
    found = valid_intent(facts.registry, facts.intent_id, now=facts.now)
    return found if isinstance(found, Refusal) else None


def tool_gate(facts: Facts) -> Refusal | None:
    """D6 and D12: the team blocks a tool for everyone, or the intent names those it may use."""
    tool = facts.event.tool
    limit = facts.constraints.on_tool(tool)
    if limit is not None:
        why = f": {limit.reason}" if limit.reason else ""
        return _blocked(facts, f"{tool} is blocked for this workspace{why}.")
    intent = facts.registry.get(facts.intent_id or "")
    if not facts.mutates or intent is None or intent.allowed_tools is None:
        return None
    allowed = {name.casefold() for name in intent.allowed_tools}
    names = {(tool or "").casefold(), facts.event.kind.value}
    if names & allowed:
        return None
    return _blocked(facts, f"{intent.id} does not allow the tool {tool or facts.event.kind}.")


def scope_gate(facts: Facts) -> Refusal | None:
    """D2, C5: every path a call writes lies in the intent's scope, and in its ancestors'."""
    intent = facts.registry.get(facts.intent_id or "")
    if intent is None or not facts.mutates:
        return None
    owners = facts.registry.with_ancestors(intent)
    for place in facts.places:
        if place.path is None or place.is_unseen:
            continue
        for owner in owners:
            if not in_scope(owner, place.path, directory=place.is_directory):
                return scope_violation(intent, place.path)
    return None


def denial_gate(facts: Facts) -> Refusal | None:
    """D6: files nobody changes, whatever the intent."""
    if not facts.mutates:
        return None
    for place in facts.places:
        if place.path is not None:
            found = denial(facts.constraints, place.path, facts.intent_id)
            if found is not None:
                return found
    return None


def stale_gate(facts: Facts) -> Refusal | None:
    """D4: the file is as the session last read or wrote it."""
    if not facts.stale:
        return None
    what = "changed since this session last read or wrote it"
    return stale_file(facts.stale[0], facts.intent_id, what)


def specification_gate(facts: Facts) -> Refusal | None:
    """D8: a new specification is a change of intent, never a refactoring."""
    if not facts.mutates:
        return None
    intent = facts.registry.get(facts.intent_id or "")
    bound = intent is not None and intent.allowed_mutation == "AST_REFACTOR"
    if not bound and facts.event.mutation_class in (None, "INTENT_EVOLUTION"):
        return None
    for place in facts.places:
        if place.path is not None and place.is_new and _SPECIFICATION.match(place.path):
            return Refusal(
                "SPEC_ITERATION_REQUIRES_INTENT_EVOLUTION",
                f"{place.path} is a new specification, which is an INTENT_EVOLUTION.",
                "Declare INTENT_EVOLUTION, under an intent that allows it.",
                intent_id=facts.intent_id,
                path=place.path,
            )
    return None


def class_gate(facts: Facts) -> Refusal | None:
    """D9: the class declared, or the only one the intent allows, is the class measured.

    One half of a refactoring that takes several calls is measured as INCOMPLETE, and passes.
    """
    if facts.measured is None or facts.measured.mutation_class != "INTENT_EVOLUTION":
        return None
    intent = facts.registry.get(facts.intent_id or "")
    declared, path = facts.event.mutation_class, facts.places[0].path
    return class_mismatch(intent, declared, path, facts.measured.evidence)


def circuit_gate(facts: Facts) -> Refusal | None:
    """D10: a call that keeps failing the same way waits."""
    config = facts.config
    wait = facts.failed_at + config.circuit_minutes * 60 - facts.now
    if facts.failures < config.circuit_failures or wait <= 0:
        return None
    return Refusal(
        "CIRCUIT_OPEN",
        f"The same call failed {facts.failures} times in a row.",
        f"Try something else, or this again in {int(wait) + 1} seconds.",
        intent_id=facts.intent_id,
    )


def approval_gate(facts: Facts) -> Refusal | None:
    """D5: what is hard to undo, or reaches outside, waits for a person."""
    shell = facts.shell
    if shell is None or not shell.dangers:
        return None
    why = "; ".join(shell.dangers)
    if facts.answer == "approved":
        return None
    if facts.answer == "rejected":
        return Refusal(
            "HITL_REJECTED",
            f"A person rejected this command ({why}).",
            "Choose another way, or ask the person.",
            intent_id=facts.intent_id,
        )
    return approval_required(why, facts.intent_id)


GATES: tuple[Gate, ...] = (
    workspace_gate,
    control_plane_gate,
    presence_gate,
    ignore_gate,
    checkout_gate,
    expiry_gate,
    tool_gate,
    scope_gate,
    denial_gate,
    stale_gate,
    specification_gate,
    class_gate,
    circuit_gate,
    approval_gate,
)


def denial(constraints: Constraints, path: str, intent_id: str | None) -> Refusal | None:
    """The refusal for a file nobody may change, or None."""
    limit = constraints.on_path(path)
    if limit is None:
        return None
    why = f": {limit.reason}" if limit.reason else ""
    return Refusal(
        "MUTATION_DENIED",
        f"Nobody changes {path}{why}.",
        "Leave the file as it is, or ask a person.",
        intent_id=intent_id,
        path=path,
    )


def approval_required(why: str, intent_id: str | None) -> Refusal:
    """The refusal for a command that waits for a person."""
    return Refusal(
        "APPROVAL_REQUIRED",
        f"A person has to approve this command: {why}.",
        "Ask a person to approve it, then repeat the call.",
        intent_id=intent_id,
    )


def stale_file(path: str, intent_id: str | None, what: str) -> Refusal:
    """The refusal for a file that is not, or will not be, as the session knows it."""
    return Refusal(
        "STALE_FILE",
        f"{path} {what}.",
        f"Read {path} again, reconcile your edit with what is there, then repeat it.",
        intent_id=intent_id,
        path=path,
    )


def class_mismatch(
    intent: Intent | None, declared: str | None, path: str | None, evidence: tuple[str, ...] = ()
) -> Refusal | None:
    """The refusal for a change of behaviour where none is allowed or was declared, or None.

    `evidence`: the edits that show it.
    """
    if intent is not None and intent.allowed_mutation == "AST_REFACTOR":
        said = f"{intent.id} allows AST_REFACTOR only"
    elif declared == "AST_REFACTOR":
        said = "The call declares AST_REFACTOR"
    else:
        return None
    return Refusal(
        "MUTATION_CLASS_MISMATCH",
        f"{said}, and the change measures as INTENT_EVOLUTION"
        f"{': ' if evidence else '.'}{'; '.join(evidence)}",
        "Keep behaviour as it is, or work under an intent that allows INTENT_EVOLUTION.",
        intent_id=None if intent is None else intent.id,
        path=path,
    )


def _blocked(facts: Facts, message: str) -> Refusal:
    action = "Use another tool, or ask a person."
    return Refusal("TOOL_BLOCKED", message, action, intent_id=facts.intent_id)


def scope_violation(intent: Intent, path: str) -> Refusal:
    """The refusal for a path outside the scope. The wording is fixed (REQUIREMENTS D2)."""
    return Refusal(
        "SCOPE_VIOLATION",
        f"Scope Violation: {intent.id} is not authorized to edit {path}. Request scope expansion.",
        "Request scope expansion or choose a valid intent",
        intent_id=intent.id,
        path=path,
    )


def governs(path: str, protected: tuple[str, ...]) -> bool:
    """Whether a file of the workspace is tracer's or one of the agents' own `protected` ones."""
    return is_protected(Place(path, path), (*ALWAYS_PROTECTED, *protected))


def is_protected(place: Place, protected: tuple[str, ...]) -> bool:
    """Whether the path is one of the protected files, in a protected directory, or around one.

    Spellings that some file system takes for the same name count, and a copy in a subfolder
    counts too, for it governs whoever works there.
    """
    path = "/" + "/".join(plain_name(part) for part in (place.path or "").split("/"))
    if path.endswith("/.git"):  # a file of that name says where git finds everything else
        return True
    bare, ends, insides = _spelled(protected)
    if path.endswith(ends) or any(inside in path for inside in insides):
        return True
    if "~" in path and any(_is_short_name(path, name) for name in bare):
        return True
    inside = "" if path == "/" else path
    if (
        place.goes_away
        and place.is_directory
        and any(f"/{n}".startswith(f"{inside}/") for n in bare)
    ):
        return True
    last = f"{path.rpartition('/')[2]}/"
    return place.is_filled and bool(inside) and any(f"{n}/".startswith(last) for n in bare)


@cache
def _spelled(protected: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...], list[str]]:
    """The protected names as paths are compared with them: all, as ends, and as directories."""
    bare = tuple(name.rstrip("/").casefold() for name in protected)
    ends = tuple(f"/{name}" for name in bare)
    return bare, ends, [f"{end}/" for end, n in zip(ends, protected, strict=True) if n[-1:] == "/"]


def plain_name(name: str) -> str:
    """A file name as the most forgiving file system reads it.

    Case and compatibility forms are one (APFS, NTFS), characters nobody sees are skipped (HFS+),
    blanks and dots at the end and streams after `:` are dropped (NTFS).
    """
    if not name.isascii():
        from unicodedata import category, normalize  # noqa: PLC0415 - few paths need it

        visible = (
            char for char in name if category(char) != "Cf" and not "\ufe00" <= char <= "\ufe0f"
        )
        name = normalize("NFKC", "".join(visible))
    bare = name.casefold().partition(":")[0].rstrip(" .")
    return bare or ("" if name in (".", "") else name)


def _is_short_name(path: str, bare: str) -> bool:
    """Whether a part of the path may be the 8.3 name of what is protected (`ORCHES~1`)."""
    first = bare.split("/", maxsplit=1)[0].replace(".", "")[:6]
    return any(
        part.partition("~")[0] == first and part.partition("~")[2][:1].isdigit()
        for part in path.split("/")
    )


def control_violation(what: str, intent_id: str | None, path: str | None) -> Refusal:
    """The refusal for what governs the agents."""
    return Refusal(
        "CONTROL_PLANE_PROTECTED",
        f"{what} governs the agents and is protected.",
        "Ask a person to change it with tracer's own commands.",
        intent_id=intent_id,
        path=path,
    )
