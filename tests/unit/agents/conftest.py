"""A workspace of its own, a cache that is not the person's, and a session in it."""

from __future__ import annotations

from pathlib import Path

import pytest
from agent_session import NotingEngine, Session

from tracer.model.workspace import Workspace

REGISTRY = """\
active_intents:
- {id: INT-001, name: Prices, status: IN_PROGRESS, owned_scope: [src/**],
   related_specs: [{type: specification, value: REQ-001}]}
- {id: INT-002, name: Waits, status: PENDING, owned_scope: [docs/**]}
"""


@pytest.fixture(autouse=True)
def _isolated(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test reads the person's cache, home or project."""
    base = tmp_path_factory.getbasetemp()
    monkeypatch.setenv("XDG_CACHE_HOME", str(base / "cache"))
    monkeypatch.setenv("HOME", str(base / "home"))
    monkeypatch.delenv("CLAUDE_PROJECT_DIR", raising=False)


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    """A workspace in `enforce` with two intents; the test runs in it."""
    root = tmp_path / "repo"
    (root / ".orchestration").mkdir(parents=True)
    found = Workspace(str(root))
    Path(found.config).write_text("mode: enforce\n")
    Path(found.intents).write_text(REGISTRY)
    monkeypatch.chdir(root)
    return found


@pytest.fixture
def session(workspace: Workspace) -> Session:
    """A session of an agent in the workspace."""
    return Session(workspace, NotingEngine())
