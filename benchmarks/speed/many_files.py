"""One command that changes thousands of files: the agent's wait, and when all is recorded.

A repository of N files in which one shell command edits every file. The post-hook, a whole process
as an agent starts it, answers within its limit and goes on alone; the record is then awaited. The
peer is what git takes to store the same change (`git add -A` and `git commit`), in the same run.
Limit: the agent waits for 10 s at most, and every file is in the ledger in the end.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time

from benchmarks.speed.common import report

SIZES = (2_000, 10_000)
TRACER = (sys.executable, "-c", "from tracer.cli.entry import main; main()")
GIT = ("git", "-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "gc.auto=0")
COMMAND = "find src -name '*.py' | xargs sed -i 's/old(/new(/'"
LONGEST_S = 300.0
LINES = "def f{0}(a):\n    total = a + {0}\n    return old(total)\n\n\nclass C{0}:\n    KEY = {0}\n"


def run(root, *command):
    """A command that must succeed."""
    return subprocess.run(command, cwd=root, check=True, capture_output=True).stdout


def build(root, number):
    """The repository, with one commit and one intent."""
    for i in range(number):
        path = os.path.join(root, "src", f"pkg{i // 100}", f"module{i}.py")
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(LINES.format(i))
    run(root, "git", "init", "-q")
    run(root, *TRACER, "init")
    run(root, *TRACER, "intent", "add", "INT-001", "--scope", "**", "--status", "IN_PROGRESS")
    run(root, "git", "add", ".")
    run(root, *GIT, "commit", "-qm", "start")


def hook(root, phase):
    """Wall seconds until the agent has its answer."""
    event = {
        "schema": "tracer.event/1", "phase": phase, "kind": "shell", "agent": "acme",
        "session_id": "s", "turn_id": "1", "call_id": "c", "cwd": root, "command": COMMAND,
        "intent_id": "INT-001", "contributor": {"entity_type": "AI", "model_identifier": "acme-1"},
    }  # fmt: skip
    begin = time.perf_counter()
    subprocess.run(
        [*TRACER, "hook", "--agent", "generic"],
        input=json.dumps(event).encode(), cwd=root, capture_output=True, check=True,
    )  # fmt: skip
    return time.perf_counter() - begin


def recorded(root):
    """Files in the records of the command."""
    found = 0
    with open(os.path.join(root, ".orchestration", "agent_trace.jsonl"), "rb") as file:
        for line in file:
            record = json.loads(line) if line.endswith(b"\n") else {}
            found += len(record.get("files", ())) if record.get("event") == "mutation" else 0
    return found


def measure(root, number):
    """Seconds: the agent's wait, until all is recorded, and git's for the same change."""
    build(root, number)
    hook(root, "pre")
    subprocess.run(["sh", "-c", COMMAND], cwd=root, check=True)
    begin = time.perf_counter()
    waited = hook(root, "post")
    while recorded(root) < number:
        if time.perf_counter() - begin > LONGEST_S:
            raise SystemExit(f"only {recorded(root)} of {number} files are recorded")
        time.sleep(0.1)
    whole = time.perf_counter() - begin
    begin = time.perf_counter()
    run(root, "git", "-c", "core.hooksPath=/dev/null", "add", "-A")
    run(root, *GIT, "-c", "core.hooksPath=/dev/null", "commit", "-qm", "change")
    return waited, whole, time.perf_counter() - begin


def main():
    """Print the times and ratios; `--write` keeps them as the reference."""
    figures, lines = {}, []
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as place:
        os.environ |= {"HOME": place, "XDG_CACHE_HOME": os.path.join(place, "cache")}
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        os.environ["PYTHONPYCACHEPREFIX"] = os.path.join(place, "compiled")
        for number in SIZES:
            root = os.path.join(os.path.realpath(place), f"repo{number}")
            os.makedirs(root)
            waited, whole, git_s = measure(root, number)
            figures[str(number)] = {
                "answer_s": round(waited, 2),
                "recorded_s": round(whole, 2),
                "git_add_commit_s": round(git_s, 2),
                "ratio_to_git": round(whole / git_s, 1),
            }
            lines.append(
                f"{number:6} files   answer {waited:.1f} s   recorded {whole:.1f} s   "
                f"git add and commit {git_s:.1f} s   {whole / git_s:.1f} x git"
            )
    report("many_files", figures, lines)


if __name__ == "__main__":
    main()
