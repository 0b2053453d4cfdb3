"""A workspace, and records to put in its ledger."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

import pytest

from tracer.ledger import new_id
from tracer.model.workspace import Workspace

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def make_mutation(number: int = 1, path: str = "src/a.py", **more: Any) -> dict[str, Any]:
    """A valid mutation of `path` whose one range originates in itself."""
    digest = f"sha256:{hashlib.sha256(str(number).encode()).hexdigest()}"
    contributor = {"entity_type": "AI", "model_identifier": "acme-1"}
    ranges = [
        {"start_line": 1, "end_line": number, "content_hash": digest, "method": "observed"},
    ]
    entry = {
        "relative_path": path,
        "before": None,
        "after": digest,
        "mutation_class": "INTENT_EVOLUTION",
        "changes": [],
        "conversations": [{"url": None, "contributor": contributor, "ranges": ranges}],
    }
    return {
        "id": new_id(),
        "event": "mutation",
        "intent_id": "INT-001",
        "mutation_class": "INTENT_EVOLUTION",
        "vcs": {"revision_id": None},
        "tool": {"name": "generic", "call_id": f"c{number}"},
        "files": [entry],
        **more,
    }


@pytest.fixture
def mutation() -> Callable[..., dict[str, Any]]:
    return make_mutation


@pytest.fixture
def new_workspace(tmp_path: Path) -> Callable[[str], Workspace]:
    def make(name: str) -> Workspace:
        (tmp_path / name / ".orchestration").mkdir(parents=True)
        return Workspace(str(tmp_path / name))

    return make


@pytest.fixture
def workspace(new_workspace: Callable[[str], Workspace]) -> Workspace:
    return new_workspace("repo")
