"""What the project tells people to install exists, under the name that it has on PyPI."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path

import pytest

from tracer.model.package import DISTRIBUTION, install_command

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
# What a reader would copy: a requirement of tracer's with extras, or behind an installer's name.
EXTRAS = re.compile(r"(?<![\w.-])((?:[\w-]+-)?tracer)\[([\w, ]+)\]")
INSTALLED = re.compile(
    r"\b(?:(?:pipx|pip|uv pip|uv tool)\s+(?:install|inject)|(?:uv|poetry)\s+add)"
    r"((?:\s+-{1,2}\w[\w-]*)*)\s+['\"]?((?:[\w-]+-)?tracer)(?![\w-])"
)
COMMAND = re.compile(r"install_command\(['\"](\w+)['\"]\)")


def files() -> list[tuple[str, str]]:
    """(path, text) of every text file that git tracks, this one aside."""
    listed = subprocess.run(
        ["git", "-C", str(ROOT), "ls-files", "-z"], check=True, capture_output=True, text=True
    ).stdout
    found = []
    for name in listed.split("\0"):
        path = ROOT / name
        if name and path.is_file() and path != Path(__file__) and "\0" not in (text := read(path)):
            found.append((name, text))
    return found


def read(path: Path) -> str:
    return path.read_bytes().decode("utf-8", "replace")


def wrong(text: str) -> list[str]:
    """The hints of a text that name another project, or an extra that is not there."""
    known = set(PROJECT["optional-dependencies"])
    found = [hint.group() for hint in INSTALLED.finditer(text) if hint.group(2) != DISTRIBUTION]
    for hint in EXTRAS.finditer(text):
        extras = {extra.strip() for extra in hint.group(2).split(",")}
        if hint.group(1) != DISTRIBUTION or not extras <= known:
            found.append(hint.group())
    return found + [hint.group() for hint in COMMAND.finditer(text) if hint.group(1) not in known]


def test_every_hint_in_the_tree() -> None:
    """No file tells anybody to install `tracer`, which on PyPI is another project."""
    texts = files()
    assert {name: bad for name, text in texts if (bad := wrong(text))} == {}
    told = [name for name, text in texts if INSTALLED.search(text) or COMMAND.search(text)]
    assert {"README.md", "tracer/mcp/__init__.py", "tracer/exchange/tables.py"} <= set(told)


@pytest.mark.parametrize(
    "hint",
    [
        "pip install tracer", "pipx install 'tracer[mcp]'", "uv tool install tracer",
        "uv add tracer",
        "`tracer[mcp]`", "intent-tracer[mpc]", "pip install --upgrade tracer",
        "install_command('mpc')",
    ],
)  # fmt: skip
def test_wrong_hints_are_found(hint: str) -> None:
    """The search for hints knows each way to write one."""
    assert wrong(f"Run {hint}.")


def test_the_distribution_has_its_name() -> None:
    """The metadata and the hints say the same, and the command keeps its name."""
    assert PROJECT["name"] == DISTRIBUTION == "intent-tracer"
    assert PROJECT["scripts"]["tracer"] == "tracer.cli.start:main"


@pytest.mark.parametrize(
    ("prefix", "command"),
    [
        ("/usr", "pip install 'intent-tracer[mcp]'"),
        ("/home/a/p/intent-tracer", "pip install 'intent-tracer[mcp]'"),
        (
            "/home/a/.local/share/pipx/venvs/intent-tracer",
            "pipx install --force 'intent-tracer[mcp]'",
        ),
        ("/home/a/.local/share/uv/tools/intent-tracer", "uv tool install 'intent-tracer[mcp]'"),
    ],
)
def test_an_extra_is_added_as_tracer_was_installed(prefix: str, command: str) -> None:
    """`pip` cannot reach into the environments of pipx and uv."""
    assert install_command("mcp", prefix) == command
