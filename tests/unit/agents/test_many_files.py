"""What a command does to many files takes time in proportion to them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agent_session import repository

from tracer.engine import reconcile
from tracer.lineage import copies
from tracer.vcs import git as git_module

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int) -> tuple[int, int]:
    """How many processes of git and how many texts cut in lines one reconciliation takes."""
    place = tmp_path / str(number)
    files = {f"src/m{i}.py": f"def f{i}(a):\n    return old(a, {i})\n" for i in range(number)}
    workspace = repository(place, files)
    for i in range(number):
        (place / f"src/m{i}.py").write_text(f"def f{i}(a):\n    return new(a, {i})\n")
    begun = {"git": 0, "texts": 0}
    start, cut = git_module.Git._start, copies._stripped

    def starting(*arguments: object) -> object:
        begun["git"] += 1
        return start(*arguments)  # type: ignore[arg-type]

    def cutting(text: bytes) -> list[bytes]:
        begun["texts"] += 1
        return cut(text)

    monkeypatch.setattr(git_module.Git, "_start", starting)
    monkeypatch.setattr(copies, "_stripped", cutting)
    paths = [f"src/m{i}.py" for i in range(number)]
    assert len(reconcile(workspace, paths)[0]["files"]) == number
    monkeypatch.undo()
    return begun["git"], begun["texts"]


def test_many_files_cost_no_more_each(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No process for each file, no text read once for every other file."""
    few = counted(tmp_path, monkeypatch, 5)
    many = counted(tmp_path, monkeypatch, 40)
    assert many[0] <= few[0] + 2
    assert many[1] <= few[1] * 8 + 8
