"""Settings are checked, and a typing mistake does not switch `enforce` off."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tracer.model.errors import InputError
from tracer.policy import CheckoutSpan, Config, Mode, load_config
from tracer.policy.config import mode_of_broken

if TYPE_CHECKING:
    from tracer.model.workspace import Workspace


def test_defaults(workspace: Workspace) -> None:
    """Without a file, or with an empty one, tracer observes and checkouts last one task."""
    assert load_config(workspace) == Config()
    Path(workspace.config).write_text("# nothing\n")
    assert load_config(workspace) == Config(Mode.OBSERVE, CheckoutSpan.TASK)


def test_settings_are_read(workspace: Workspace) -> None:
    """Each setting has its effect."""
    Path(workspace.config).write_text("mode: enforce\ncheckout: session\nscratch: [/scratch]\n")
    expected = Config(Mode.ENFORCE, CheckoutSpan.SESSION, ("/scratch",))
    assert load_config(workspace) == expected


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        ("mode: enforced\n", 1, "mode cannot be 'enforced'"),
        ("# x\nmode: [enforce]\n", 2, "mode cannot be"),
        ("mode: enforce\nmdoe: observe\n", 2, "unknown setting 'mdoe'"),
        ("checkout: forever\n", 1, "checkout cannot be 'forever'"),
        ("answers: soon\n", 1, "answers cannot be 'soon'"),
        ("scratch: /tmp\n", 1, "scratch must be a list"),
        ("- mode\n", 1, "must be a mapping"),
        ("mode: observe\nmode: enforce\n", 2, "stands here twice"),
    ],
)
def test_a_bad_file_gives_one_error_with_its_line(
    workspace: Workspace, text: str, line: int, problem: str
) -> None:
    """One line that names file, line and what is wrong."""
    Path(workspace.config).write_text(text)
    with pytest.raises(InputError, match=problem) as caught:
        load_config(workspace)
    assert str(caught.value).startswith(f"{workspace.config}:{line}: ")


@pytest.mark.parametrize(
    ("text", "mode"),
    [
        ("mode: enforce\nscratch: [", Mode.ENFORCE),
        ('x: [\n "mode" : "enforce"\n', Mode.ENFORCE),
        ("# mode: enforce\nx: [", Mode.OBSERVE),
        ("mode: observe\nx: [", Mode.OBSERVE),
        ("", Mode.OBSERVE),
    ],
)
def test_the_mode_of_a_broken_file(workspace: Workspace, text: str, mode: Mode) -> None:
    """What cannot be parsed still says what it was meant to be."""
    Path(workspace.config).write_text(text)
    assert mode_of_broken(workspace) is mode


@pytest.mark.parametrize(
    "text",
    [
        "commands: [a]", "commands: {risky: [a]}", "commands: {safe: a}", "approval_minutes: 0",
        "circuit_failures: true", "circuit_minutes: x", "quality: 3", "quality: [ruff]",
        "quality: [{name: x}]", "quality: [{command: x, files: 3}]",
        "quality: [{command: x, file: y}]",
        "shared_brain: ../x.md", "shared_brain: /etc/x", "shared_brain: 3", "quality_seconds: -1",
    ],
)  # fmt: skip
def test_settings_of_the_gates_are_checked(workspace: Workspace, text: str) -> None:
    """A wrong value names the file and its line; nothing is guessed."""
    Path(workspace.config).write_text(f"mode: enforce\n{text}\n")
    with pytest.raises(InputError, match=r"config\.yaml:2"):
        load_config(workspace)


def test_settings_of_the_gates(workspace: Workspace) -> None:
    """What docs/governance.md shows is read as it says."""
    Path(workspace.config).write_text(
        "commands: {safe: ['make lint*']}\nquality_seconds: 5\nshared_brain: AGENT.md\n"
        "quality:\n- {name: f, command: 'ruff format {files}', files: ['*.py'], formats: true}\n"
        "- {command: pytest -q}\n"
    )
    config = load_config(workspace)
    assert config.commands is not None
    assert config.commands.safe == ("make lint*",)
    assert [(s.name, s.files, s.formats) for s in config.quality] == [
        ("f", ("*.py",), True), ("pytest", ("**",), False),
    ]  # fmt: skip
    assert (config.quality_seconds, config.shared_brain) == (5, "AGENT.md")
