"""The trailer of a commit message: the intents that the staged lines serve, and only those."""

from __future__ import annotations

import os

import pytest

from tracer.queries.trailer import add_trailers, staged_intents

APP = "def load(path):\n    return path\n"


def message(traced, text: str, source: str | None = None) -> str:
    path = os.path.join(traced.repo.root, ".git", "MESSAGE")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    add_trailers(traced.workspace, path, source)
    with open(path, encoding="utf-8") as file:
        return file.read()


@pytest.fixture
def staged(traced):
    """Two agents' calls for two intents; only one of the files is staged."""
    traced.repo.commit(app__py=APP)
    traced.agent("INT-001", app__py=APP + "\nX = 1\n")
    traced.agent("INT-002", other__py="y = 1\n")
    traced.repo.git("add", "app.py")
    return traced


def test_only_what_is_staged(staged) -> None:
    """A file that is not staged says nothing; one that is, only by its changed lines."""
    assert staged_intents(staged.workspace) == ["INT-001"]
    assert message(staged, "Add X\n") == "Add X\n\nIntent: INT-001\n"
    staged.repo.git("add", "-A")
    assert staged_intents(staged.workspace) == ["INT-001", "INT-002"]
    assert message(staged, "Both\n\nSigned-off-by: Ada <a@b.c>\n").endswith(
        "\n\nSigned-off-by: Ada <a@b.c>\nIntent: INT-001\nIntent: INT-002\n"
    )


def test_what_is_there_stays(staged) -> None:
    """A trailer is never doubled, and messages that git made are left alone."""
    text = "Add X\n\nIntent: INT-001\n"
    assert message(staged, text) == text
    for source in ("merge", "commit"):
        assert message(staged, "Merge\n", source) == "Merge\n"


def test_nothing_to_say(traced) -> None:
    """No ledger, a person's edit, an older line: no trailer."""
    traced.repo.commit(app__py=APP)
    assert staged_intents(traced.workspace) == []
    traced.agent("INT-001", app__py=APP + "\nX = 1\n")
    traced.repo.commit()
    traced.repo.write("app.py", APP + "\nX = 1\nY = 2\n")
    traced.repo.git("add", "-A")
    assert staged_intents(traced.workspace) == []


def test_a_person_went_on_with_the_file(staged) -> None:
    """What is left of the agent's lines still names its intent; where none is, nothing does."""
    staged.repo.write("app.py", APP + "\nX = 1\n\n\ndef save(path):\n    return path\n")
    staged.repo.git("add", "app.py")
    assert staged_intents(staged.workspace) == ["INT-001"]
    staged.repo.write("app.py", APP + "\n\ndef save(path):\n    return path\n")
    staged.repo.git("add", "app.py")
    assert staged_intents(staged.workspace) == []
