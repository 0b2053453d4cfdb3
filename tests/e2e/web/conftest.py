"""The repositories that pages are made of, and one browser for all tests of this folder."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from browser import browser as opened_browser
from project import Project

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser


class Story(Project):
    """The repository of `tracer demo`, with its last state committed."""

    def __init__(self, base: Path, told: Story | None = None) -> None:
        super().__init__(base, new=False)
        if told is not None:
            shutil.copytree(told.home, self.home, symlinks=True)
            shutil.copytree(told.root, self.root, symlinks=True)
            return
        self.home.mkdir(parents=True)
        done = subprocess.run(
            [os.path.join(os.path.dirname(sys.executable), "tracer"), "demo", "--keep"],
            env=self.environment() | {"TMPDIR": str(base)},
            capture_output=True,
            text=True,
            check=True,
        )
        place = re.search(r"kept in (\S+)", done.stderr)
        assert place is not None, done.stderr
        (base / place.group(1)).rename(self.root)
        self.git("add", "-A")
        self.git("commit", "-qm", "Taxes in a file of their own")
        self.tracer("index")

    def page(self, *arguments: str) -> Path:
        """The one file that `tracer page` writes."""
        out = self.home / "page.html"
        self.tracer("page", "--out", str(out), *arguments)
        return out


@pytest.fixture(scope="session")
def told(tmp_path_factory: pytest.TempPathFactory) -> Story:
    """The story, told once; tests work on copies."""
    return Story(tmp_path_factory.mktemp("told"))


@pytest.fixture(scope="module")
def story(told: Story, tmp_path_factory: pytest.TempPathFactory) -> Story:
    return Story(tmp_path_factory.mktemp("story"), told)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with opened_browser() as opened:
        yield opened
