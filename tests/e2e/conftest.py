"""The repositories every end-to-end test starts from."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest
from claude_events import Claude
from expectations import traced
from project import Project

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """A repository with one commit, not yet traced."""
    return begun(tmp_path)


@pytest.fixture(scope="session")
def traced_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `claude` copies: making it takes half a second, copying it a few milliseconds."""
    base = tmp_path_factory.mktemp("traced")
    traced(begun(base))
    return base


@pytest.fixture
def claude(traced_once: Path, tmp_path: Path) -> Claude:
    """An agent with a chosen intent in an enforcing workspace, one traced write behind it."""
    base = tmp_path / "work"
    shutil.copytree(traced_once, base, symlinks=True)
    return Claude(Project(base, new=False))


def begun(base: Path) -> Project:
    """A repository with one commit below `base`."""
    made = Project(base)
    made.git("init", "-q", "-b", "main")
    made.commit({"README.md": "# Shop\n"}, "Begin")
    return made
