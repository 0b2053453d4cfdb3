"""A confined session of the real Claude Code CLI (D13): escapes in vain, honest work unhindered.

The CLI, its hooks and the kernel are real; only the model is scripted.
"""

# ruff: noqa: E501 - tables are read by line

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

import pytest
from escapes import ESCAPES, script, standing, taken_effect
from harness import Conversation, converse
from project import Project
from story import bash, edit, read, select

from tracer.model.confined import abi

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.skipif(not abi(), reason="this kernel has no Landlock")
TOTAL = "def total(items):\n    return sum(items)\n"
TESTS = """\
import pathlib, subprocess, sys, tempfile, unittest
from total import total


class Total(unittest.TestCase):
    def test_sum(self):
        self.assertEqual(total([1, 2]), 3)

    def test_files(self):
        with tempfile.TemporaryDirectory() as place:
            pathlib.Path(place, "a").write_text("x")
        pathlib.Path("src/report.txt").write_text("1 of 1")

    def test_program(self):
        self.assertEqual(subprocess.run([sys.executable, "-c", "pass"]).returncode, 0)
"""
MAKE = """\
all: src/build/total.txt
src/build/total.txt: src/total.py
\tmkdir -p src/build
\tpython3 -m py_compile src/total.py
\tcp src/total.py $@
"""
# Named safe by the team, and it is not: it tries the network and to write in the scope.
PROBE = """\
python3 - <<'END'
import os, socket, urllib.parse
where = urllib.parse.urlparse(os.environ["ANTHROPIC_BASE_URL"])
for kind, name in ((socket.SOCK_STREAM, "tcp"), (socket.SOCK_DGRAM, "udp")):
    try:
        with socket.socket(socket.AF_INET, kind) as one:
            one.connect((where.hostname, where.port))
            print(name, "went through")
    except OSError as error:
        print(name, "refused")
END
echo x > src/probed || echo "write refused"
"""


class Met(NamedTuple):
    """A repository after the conversation, and what stood around it before."""

    project: Project
    said: Conversation
    base: Path
    before: dict[str, bytes]


@pytest.fixture(scope="module")
def met(on_disk: Path) -> Met:
    base = on_disk
    project = Project(base)
    project.git("init", "-q", "-b", "main")
    files = {
        "README.md": "# Shop\n", "other/b.py": "y = 1\n", "src/total.py": TOTAL, "src/test_total.py": TESTS,
        "src/escape.sh": script(), "src/probe.sh": PROBE, "Makefile": MAKE, ".gitignore": "__pycache__/\nsrc/build/\n",
    }  # fmt: skip
    project.commit(files, "Begin")
    project.tracer("init", "--agent", "claude-code", "--mode", "enforce")
    config = project.root / ".orchestration/config.yaml"
    scratch = json.dumps([str(project.home / "tmp")])  # not /tmp, where all of this stands
    config.write_text(
        f"mode: enforce\nconfine: true\nscratch: {scratch}\ncommands: {{safe: ['sh src/probe.sh']}}\n"
    )
    project.tracer("intent", "add", "INT-001", "--name", "Totals", "--scope", "src/")
    (base / "person.txt").write_text("mine\n")
    (project.home / ".bashrc").write_text("# mine\n")
    (project.home / ".cache").mkdir(exist_ok=True)
    project.run("git", "config", "user.name", "a")
    project.run("git", "config", "user.email", "a@example.org")
    project.git("checkout", "-q", "-B", "work")
    before = standing(base)
    steps = [
        select("select", "INT-001"),
        bash("status", "git status --short"),
        bash("escape", "sh src/escape.sh"),
        bash("probe", "sh src/probe.sh"),
        bash("build", "make"),
        bash("test", "PYTHONPATH=src python3 -m unittest -q src/test_total.py 2>&1 && echo green"),
        bash("sed", "sed -i s/items/values/ src/total.py"),
        read("read", str(project.root / "src/total.py")),
        edit("edit", str(project.root / "src/total.py"), "sum(items)", "sum(values)"),
        bash("commit", "git add src && git commit -qm 'Rename' && git log --oneline | head -1"),
    ]  # fmt: skip
    said = converse(project.root, project.home, "Do what you can", steps)
    assert said.exit_code == 0, said.stderr
    return Met(project, said, base, before)


def test_d13_no_escape_takes_effect(met: Met) -> None:
    """Every one was tried; nothing outside the scope, and nothing that governs, has changed."""
    said = met.said.model.result("escape")
    assert [name for name in ESCAPES if f"tried {name}\n" not in said] == []
    assert len(ESCAPES) >= 40
    assert "all tried" in said
    assert taken_effect(met.base, met.before) == []


def test_d13_the_cli_runs_what_the_hook_put_in_place(met: Met) -> None:
    """`updatedInput` on the real CLI: records say that the kernel confined each command."""
    shell = [r for r in met.project.records() if (r.get("tool") or {}).get("tool") == "Bash" and r["event"] == "mutation"]  # fmt: skip
    assert shell
    assert {r["tool"]["confined"] for r in shell} == {f"landlock {abi()}"}


def test_d13_a_safe_command_has_no_network_and_writes_nothing(met: Met) -> None:
    """Whatever the team calls safe."""
    said = met.said.model.result("probe")
    assert "tcp refused" in said, said
    assert "udp refused" in said, said
    assert "write refused" in said, said
    assert not (met.project.root / "src/probed").exists()


@pytest.mark.parametrize(
    ("label", "told"),
    [("status", ""), ("build", "cp src/total.py src/build/total.txt"), ("test", "green"), ("commit", "Rename")],
)  # fmt: skip
def test_d13_honest_work_does_not_notice(met: Met, label: str, told: str) -> None:
    """Build, tests and git end well and say what they always say."""
    said = met.said.model.result(label)
    assert told in said, said
    assert not met.said.model.is_error(label), said
    for word in ("Permission denied", "Read-only", "ran confined"):
        assert word not in said


def test_d13_what_it_wrote_is_recorded(met: Met) -> None:
    """Under its intent, and the ledger verifies."""
    made = [r for r in met.project.records() if r["event"] == "mutation"]
    assert {r["intent_id"] for r in made} == {"INT-001"}
    assert met.project.report("verify")["ok"] is True
