"""A traced repository, and an agent and a person who work in it."""

from __future__ import annotations

import os
from typing import Any

import pytest

from tracer import engine
from tracer.model.enums import ActionKind, EntityType, Phase
from tracer.model.events import Contributor, Event, Target
from tracer.model.workspace import Workspace
from tracer.queries.blame import blame


class Traced:
    """A repository with a sidecar. `agent` writes through the engine, `repo` behind its back."""

    def __init__(self, repo) -> None:
        self.repo = repo
        self.workspace = Workspace(os.path.realpath(repo.root))
        os.makedirs(self.workspace.sidecar, exist_ok=True)
        self.calls = 0

    def agent(self, intent: str | None = "INT-001", **files: str | None) -> list[dict[str, Any]]:
        """The records of one call that writes the files (`a__py` is a.py; None deletes)."""
        texts = {name.replace("__", "."): text for name, text in files.items()}
        return self.agent_writes(texts, intent)

    def agent_writes(
        self, texts: dict[str, str | None], intent: str | None = "INT-001"
    ) -> list[dict[str, Any]]:
        self.calls += 1
        event = Event(
            phase=Phase.PRE,
            kind=ActionKind.FILE_EDIT,
            agent="acme",
            session_id="s1",
            cwd=self.workspace.root,
            turn_id=str(self.calls),
            call_id=f"c{self.calls}",
            contributor=Contributor(EntityType.AI, "acme-1"),
            targets=tuple(
                Target(path, "delete" if text is None else "edit") for path, text in texts.items()
            ),
        )
        engine.before_call(self.workspace, event)
        for path, text in texts.items():
            if text is None:
                os.unlink(os.path.join(self.workspace.root, path))
            else:
                self.repo.write(path, text)
        return engine.after_call(self.workspace, event._replace(phase=Phase.POST), intent_id=intent)

    def lines(self, path: str, rev: str | None = None) -> list[tuple[str, str | None, str | None]]:
        """(method, model or name, intent) of every line."""
        rows = blame(self.workspace, path, rev=rev).document["lines"]
        return [
            (
                row["method"],
                row["origin"]["contributor"]["model_identifier"]
                or row["origin"]["contributor"]["name"],
                row["origin"]["intent_id"],
            )
            for row in rows
        ]


@pytest.fixture
def traced(repo) -> Traced:
    return Traced(repo)
