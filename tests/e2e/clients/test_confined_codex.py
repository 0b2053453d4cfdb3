"""A confined session of the real Codex CLI (D13): escapes in vain, honest work unhindered.

Its hooks rewrite a shell call with `permissionDecision: allow` and `updatedInput`.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

import pytest
from client_run import Run, converse
from client_table import CLIENTS
from escapes import ESCAPES, script, standing, taken_effect
from project import Project

from tracer.model.confined import abi

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.skipif(not abi(), reason="this kernel has no Landlock")
TEST = "import unittest\n\nclass Sum(unittest.TestCase):\n    def test(self):\n        assert sum([1, 2]) == 3\n"  # fmt: skip  # noqa: E501
MAKE = "all:\n\tmkdir -p src/build\n\tcp src/a.py src/build/a.py\n"


class Met(NamedTuple):
    """A repository after the run, and what stood around it before."""

    project: Project
    said: Run
    base: Path
    before: dict[str, bytes]


@pytest.fixture(scope="module")
def met(on_disk: Path) -> Met:
    base = on_disk
    project = Project(base)
    project.git("init", "-q", "-b", "main")
    files = {
        "README.md": "# Shop\n", "other/b.py": "y = 1\n", "src/test_sum.py": TEST, "Makefile": MAKE,
        "src/a.py": "x = 1\n", "src/escape.sh": script(), ".gitignore": "*.pyc\nsrc/build/\n",
    }  # fmt: skip
    project.commit(files, "Begin")
    project.tracer("init", "--agent", "codex", "--mode", "enforce")
    scratch = json.dumps([str(base / "tmp")])  # not /tmp, where all of this stands
    config = f"mode: enforce\nconfine: true\nscratch: {scratch}\n"
    project.write(".orchestration/config.yaml", config)
    project.tracer("intent", "add", "INT-001", "--name", "App", "--scope", "src/")
    (base / "person.txt").write_text("mine\n")
    (project.home / ".bashrc").write_text("# mine\n")
    client = CLIENTS["codex"]
    before = standing(base)
    steps = [
        client.await_servers(),
        client.select("INT-001"),
        client.shell("git status --short && echo looked"),
        client.shell("sh src/escape.sh"),
        client.shell("make"),
        client.shell("python3 -m unittest -q src/test_sum.py 2>&1 && echo green"),
        client.shell("sed -i s/1/2/ src/a.py"),
    ]
    return Met(project, converse(client, project.root, project.home, steps), base, before)


def test_d13_no_escape_takes_effect(met: Met) -> None:
    """Every one was tried; nothing outside the scope, and nothing that governs, has changed."""
    heard = "\n".join(met.said.heard)
    assert "tried fifo and device" in heard, (heard, met.said.stderr[-3000:])
    assert [name for name in ESCAPES if f"tried {name}" not in heard] == []
    assert taken_effect(met.base, met.before) == []


def test_d13_honest_work_does_not_notice(met: Met) -> None:
    """Status, build and tests end well; what they wrote in the scope is there."""
    heard = "\n".join(met.said.heard)
    for told in ("looked", "cp src/a.py src/build/a.py", "green"):
        assert told in heard, heard
    for told in ("Permission denied", "Read-only", "ran confined"):
        assert told not in heard
    assert (met.project.root / "src/build/a.py").read_text() == "x = 1\n"
    assert (met.project.root / "src/a.py").read_text() == "x = 2\n"


def test_d13_the_records_say_so(met: Met) -> None:
    """What the agent wrote, not the wrapper, and that the kernel confined it."""
    made = [r for r in met.project.records() if r["event"] == "mutation"]
    assert made
    assert {r["tool"]["confined"] for r in made} == {f"landlock {abi()}"}
    assert {r["intent_id"] for r in made} == {"INT-001"}
    assert met.project.report("verify")["ok"] is True
