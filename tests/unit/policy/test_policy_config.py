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
