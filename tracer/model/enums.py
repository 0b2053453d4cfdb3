"""Closed sets of words. Their values are the ones written to JSON and to the ledger."""

from __future__ import annotations

from enum import IntEnum, StrEnum


class Rung(IntEnum):
    """Strengths of equality; each implies the next (DESIGN §3)."""

    EXACT = 0
    TOKENS = 1
    NORMAL = 2
    ALPHA = 3
    SHAPE = 4


class Verdict(StrEnum):
    """What a change did to behaviour."""

    UNCHANGED = "UNCHANGED"
    AST_REFACTOR = "AST_REFACTOR"
    INTENT_EVOLUTION = "INTENT_EVOLUTION"

    @property
    def strength(self) -> int:
        """0, 1 or 2; a record's class is the strongest of its changes."""
        return _STRENGTH[self]


_STRENGTH = {Verdict.UNCHANGED: 0, Verdict.AST_REFACTOR: 1, Verdict.INTENT_EVOLUTION: 2}


class Method(StrEnum):
    """How an attribution is known (DESIGN §6)."""

    OBSERVED = "observed"
    CARRIED = "carried"
    RECONCILED = "reconciled"
    INFERRED = "inferred"
    IMPORTED = "imported"
    CLAIMED = "claimed"
    UNKNOWN = "unknown"


class SourceKind(StrEnum):
    """What an origin's id names."""

    RECORD = "record"
    COMMIT = "commit"
    BASELINE = "baseline"  # stood there at that commit; which commit wrote it is still to be asked
    UNKNOWN = "unknown"


class EntityType(StrEnum):
    """Who contributed (Agent Trace 0.1.0, upper case as in REQUIREMENTS F1)."""

    AI = "AI"
    HUMAN = "HUMAN"
    MIXED = "MIXED"
    UNKNOWN = "UNKNOWN"


class Phase(StrEnum):
    """When in an agent's loop an event was sent."""

    SESSION_START = "session_start"
    PROMPT = "prompt"
    PRE = "pre"
    POST = "post"
    POST_FAILURE = "post_failure"
    STOP = "stop"


class ActionKind(StrEnum):
    """What a tool call does."""

    FILE_EDIT = "file_edit"
    DELETE = "delete"
    MOVE = "move"
    SHELL = "shell"
    MCP = "mcp"
    READ = "read"
    OTHER = "other"
