"""A workspace of its own and a cache that is not the person's."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tracer.model.workspace import Workspace

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def _isolated(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test reads the person's cache, home or project."""
    base = tmp_path_factory.getbasetemp()
    monkeypatch.setenv("XDG_CACHE_HOME", str(base / "cache"))
    monkeypatch.setenv("HOME", str(base / "home"))
    monkeypatch.delenv("CLAUDE_PROJECT_DIR", raising=False)


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    """An empty workspace with a sidecar."""
    root = tmp_path / "repo"
    (root / ".orchestration").mkdir(parents=True)
    return Workspace(str(root))
