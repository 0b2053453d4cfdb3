"""What the kernel's limits cost a shell command: `tracer run` against the bare command.

A repository in `enforce` with `confine: true`. The pre-hook of Claude Code is asked what runs in
place of `git status` (which only reads) and of a run of tests (which write files and start
processes); bare and confined commands take turns, under the shell that an agent uses. Processor
time of a command and all it starts, in milliseconds: the median of each, and the median of the
differences. Limits: 15 ms more for `git status`, 2 % more for the tests; 3 ms is aimed at, of
which starting Python alone takes more.
"""

from __future__ import annotations

import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile

from benchmarks.speed.common import report
from tracer.agents.run import run as answer_to
from tracer.intents import select
from tracer.model.confined import abi
from tracer.model.workspace import find_workspace

GIT = ("git", "-c", "user.name=a", "-c", "user.email=a@example.com")
FILES = 400
TESTS = """\
import hashlib, os, pathlib, subprocess, tempfile, unittest


class Tests(unittest.TestCase):
    pass


def test(number):
    def run(self):
        with tempfile.TemporaryDirectory() as place:
            for name in range(20):
                pathlib.Path(place, str(name)).write_text("x" * 1000)
            self.assertEqual(len(os.listdir(place)), 20)
        pathlib.Path("src", f"made{number % 10}.txt").write_text("x")
        self.assertEqual(len(hashlib.pbkdf2_hmac("sha256", b"x", b"y", 20_000)), 32)
        if number % 20 == 0:
            self.assertEqual(subprocess.run(["true"]).returncode, 0)
    return run


for number in range(200):
    setattr(Tests, f"test_{number}", test(number))
"""
COMMANDS = {
    "git_status": ("git status", 80),
    "tests": (f"{sys.executable} -m unittest -q src/test_it.py", 20),
}


def build(root):
    """A repository with one commit, one intent, one file edited since."""
    for i in range(FILES):
        path = os.path.join(root, "src", f"pkg{i // 20}", f"module{i}.py")
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(f"def f{i}(a):\n    return a + {i}\n")
    with open(os.path.join(root, "src", "test_it.py"), "w", encoding="utf-8") as file:
        file.write(TESTS)
    sidecar = os.path.join(root, ".orchestration")
    os.makedirs(sidecar)
    with open(os.path.join(sidecar, "config.yaml"), "w", encoding="utf-8") as file:
        file.write("mode: enforce\nconfine: true\ncheckout: session\n")
    with open(os.path.join(sidecar, "active_intents.yaml"), "w", encoding="utf-8") as file:
        file.write("active_intents:\n- {id: INT-1, status: IN_PROGRESS, owned_scope: ['src/**']}\n")
    for command in (("git", "init", "-q"), ("git", "add", "."), (*GIT, "commit", "-qm", "start")):
        subprocess.run(command, cwd=root, check=True)
    with open(os.path.join(root, "src", "pkg0", "module1.py"), "a", encoding="utf-8") as file:
        file.write("EDITED = True\n")


def hook(root, tool, given):
    """What the hook answers before a call."""
    body = {
        "hook_event_name": "PreToolUse", "session_id": "s", "cwd": root, "prompt_id": "p",
        "tool_name": tool, "tool_input": given, "tool_use_id": "c",
    }  # fmt: skip
    answer = answer_to("claude-code", json.dumps(body).encode())
    return json.loads(answer.stdout or b"{}").get("hookSpecificOutput", {})


def processor_ms(root, command):
    """Processor time of the command and of what it started."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(["bash", "-c", command], cwd=root, capture_output=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert done.returncode == 0, done.stderr.decode()
    return (after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime) * 1000


def main():
    if not abi():
        sys.exit("this kernel has no Landlock")
    figures, lines = {"landlock": abi()}, []
    with tempfile.TemporaryDirectory() as place:
        root = os.path.join(os.path.realpath(place), "repo")
        os.environ |= {"HOME": place, "XDG_CACHE_HOME": os.path.join(place, "cache")}
        os.makedirs(root)
        build(root)
        os.chdir(root)
        workspace = find_workspace(root)
        assert workspace is not None
        select(workspace, "claude-code", "s", "INT-1", turn_id="p")
        for name, (command, rounds) in COMMANDS.items():
            confined = hook(root, "Bash", {"command": command})["updatedInput"]["command"]
            pairs = []
            for i in range(rounds + 1):
                order = (command, confined) if i % 2 else (confined, command)
                found = {one: processor_ms(root, one) for one in order}
                pairs.append((found[command], found[confined]))
            pairs = pairs[1:]
            bare = statistics.median(one for one, _ in pairs)
            more = statistics.median(two - one for one, two in pairs)
            figures[name] = {
                "bare_ms": round(bare, 1),
                "confined_ms": round(statistics.median(two for _, two in pairs), 1),
                "more_ms": round(more, 1),
                "more_percent": round(100 * more / bare, 1),
            }
            lines.append(
                f"{name:<11} bare {bare:7.1f} ms, confined {more:+.1f} ms"
                f" ({100 * more / bare:+.1f} %)"
            )
    report("confinement", figures, lines)


if __name__ == "__main__":
    main()
