"""Who contributed a commit: a person, or a coding agent that signed it.

Agents are data (`hooks/git/identities.yaml`); nothing here knows one by name.
"""

from __future__ import annotations

import os
import re
from typing import Any

from tracer import resources
from tracer.model.enums import EntityType
from tracer.model.events import Contributor
from tracer.model.named_tuple import NamedTuple
from tracer.model.patterns import lazy_pattern
from tracer.vcs.commits import Commit, split_person

_ASSISTED = lazy_pattern(r"^([^:<\[]+?)(?::(\S+))?(?:\s+\[.*)?$")


class _Agent(NamedTuple):
    """One row of the table, compiled."""

    name: str
    emails: re.Pattern[str] | None
    names: re.Pattern[str] | None
    messages: re.Pattern[str] | None
    model: re.Pattern[str] | None
    tools: frozenset[str]


class _Table(NamedTuple):
    signatures: dict[str, EntityType]
    agents: tuple[_Agent, ...]


_loaded: list[_Table] = []


def contributor_of(commit: Commit) -> Contributor:
    """The contributor of a commit: its author, unless an agent signed it.

    Looked at in this order: the author; trailers that name an agent (the strongest wins, AI
    before MIXED); lines agents leave in messages. A trailer that names a person changes
    nothing: the author keeps the credit.
    """
    table = _table()
    agent = _agent_of(table, commit.author, commit.email)
    if agent is not None:
        return Contributor(EntityType.AI, _model(agent, commit.author), commit.author)
    mixed: Contributor | None = None
    for key, value in commit.trailers:
        kind = table.signatures.get(key)
        found = None if kind is None else _signer(table, kind, value)
        if found is not None and found.entity_type is EntityType.AI:
            return found
        mixed = mixed or found
    for candidate in table.agents:
        if candidate.messages is not None and candidate.messages.search(commit.message):
            return mixed or Contributor(EntityType.AI, None, candidate.name)
    return mixed or Contributor(EntityType.HUMAN, None, commit.author)


def _signer(table: _Table, kind: EntityType, value: str) -> Contributor | None:
    """The agent a trailer's value names, as `Name <mail>` or `TOOL:MODEL [more tools]`."""
    name, email = split_person(value)
    agent = _agent_of(table, name, email)
    if agent is not None:
        return Contributor(kind, _model(agent, name), name)
    match = None if email else _ASSISTED.match(name)
    if match is None:
        return None
    word = match[1].strip().lower()
    for agent in table.agents:
        if word in agent.tools:
            return Contributor(kind, match[2], agent.name)
    return None


def _agent_of(table: _Table, name: str, email: str) -> _Agent | None:
    """The agent whose address or name this is."""
    for agent in table.agents:
        if agent.emails is not None and agent.emails.fullmatch(email):
            return agent
        if agent.names is not None and agent.names.search(name):
            return agent
    return None


def _model(agent: _Agent, name: str) -> str | None:
    """The model in the name an agent signed with, as it wrote it."""
    match = agent.model.search(name) if agent.model else None
    if match is None:
        return None
    return next((group for group in match.groups() if group), None)


def _table() -> _Table:
    """The compiled table, read once a process."""
    if not _loaded:
        path = os.path.join(resources.data_dir("hooks"), "git", "identities.yaml")
        _loaded.append(_compile(resources.load_yaml(path)))
    return _loaded[0]


def _compile(document: Any) -> _Table:
    """The table in its compiled form."""
    return _Table(
        {key.lower(): EntityType(value) for key, value in document["signatures"].items()},
        tuple(
            _Agent(
                row["name"],
                _joined(row.get("emails")),
                _joined(row.get("names")),
                _joined(row.get("messages")),
                re.compile(row["model"]) if "model" in row else None,
                frozenset(row.get("tools", ())),
            )
            for row in document["agents"]
        ),
    )


def _joined(patterns: list[str] | None) -> re.Pattern[str] | None:
    """One pattern for a list of alternatives."""
    if not patterns:
        return None
    return re.compile(
        "|".join(f"(?:{pattern})" for pattern in patterns), re.IGNORECASE | re.MULTILINE
    )
