"""The part of a record that says who, with which tool, for which intent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from tracer.model.enums import EntityType, Method
from tracer.model.events import Contributor
from tracer.model.named_tuple import NamedTuple

if TYPE_CHECKING:
    from tracer.model.events import Event

SCHEMA = "tracer.record/1"


class Header(NamedTuple):
    """Everything about a change but the change.

    `event` is `mutation` or `reconcile`; `tool` holds name, call_id, session_id, turn_id and
    tool; `related` are (type, value) pairs besides the intent. With `revision` the text after
    is that commit's, and new code is credited to whoever wrote it there. `reverts` is the
    record whose change this one undoes.
    """

    event: str
    method: Method
    contributor: Contributor
    intent_id: str | None = None
    declared_class: str | None = None
    conversation_url: str | None = None
    tool: tuple[tuple[str, str], ...] = ()
    related: tuple[tuple[str, str], ...] = ()
    revision: str | None = None
    reverts: str | None = None


UNSEEN = Header("reconcile", Method.RECONCILED, Contributor(EntityType.UNKNOWN))


def header_of(
    event: Event, intent_id: str | None, related: tuple[tuple[str, str], ...] = ()
) -> Header:
    """The header of a mutation that an event reports."""
    return Header(
        event="mutation",
        method=Method.OBSERVED,
        contributor=contributor_of(event),
        intent_id=intent_id,
        declared_class=event.mutation_class,
        conversation_url=conversation_url(event),
        tool=tool_of(event),
        related=related,
    )


def contributor_of(event: Event) -> Contributor:
    """Who caused an event, with the model where only the event tells it."""
    contributor = event.contributor
    if (
        contributor.entity_type is EntityType.AI
        and contributor.model_identifier is None
        and event.model
    ):
        return contributor._replace(model_identifier=event.model)
    return contributor


def tool_of(event: Event) -> tuple[tuple[str, str], ...]:
    """The agent and its call, as the ledger's `tool`."""
    fields = {
        "name": event.agent,
        "call_id": event.call_id,
        "session_id": event.session_id,
        "turn_id": event.turn_id,
        "tool": event.tool,
        "confined": event.confined,
    }
    return tuple((key, value) for key, value in fields.items() if value)


def conversation_url(event: Event) -> str | None:
    """The conversation's web address, else a URN of agent and session.

    A transcript's path would say whose machine it was, so it is never used.
    """
    url = event.conversation_url
    if url and url.startswith(("https://", "http://", "urn:")):
        return url
    if not event.session_id:
        return None
    return (
        f"urn:tracer:conversation:{quote(event.agent, safe='')}:{quote(event.session_id, safe='')}"
    )


def document_of(
    header: Header, record_id: str, moment: str, revision: str | None
) -> dict[str, Any]:
    """A record's fields down to its files."""
    document: dict[str, Any] = {
        "schema": SCHEMA,
        "id": record_id,
        "timestamp": moment,
        "event": header.event,
        "intent_id": header.intent_id,
        "vcs": {"revision_id": revision},
        "contributor": contributor_json(header.contributor),
    }
    if header.tool:
        document["tool"] = dict(header.tool)
    if header.declared_class:
        document["declared_class"] = header.declared_class
    if header.reverts:
        document["reverts"] = header.reverts
    return document


def contributor_json(contributor: Contributor) -> dict[str, Any]:
    """A contributor as the ledger writes it; what is not known is left out."""
    document: dict[str, Any] = {"entity_type": str(contributor.entity_type)}
    if contributor.model_identifier:
        document["model_identifier"] = contributor.model_identifier
    if contributor.name:
        document["name"] = contributor.name
    return document


def related_json(header: Header) -> list[dict[str, str]]:
    """The intent and its specifications, as `conversations[].related`."""
    pairs = [("intent", header.intent_id)] if header.intent_id else []
    return [{"type": kind, "value": value} for kind, value in [*pairs, *header.related]]
