"""The replay benchmark measures what it says, on a history small enough to know."""

from __future__ import annotations

import json
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))

FIRST = """\
def load(path, mode='r'):
    with open(path, mode) as file:
        return file.read().replace('a', 'b')


def keys(items):
    seen = set()
    for item in items:
        seen.add(item.key)
    return sorted(seen)
"""


def test_replay(repo):
    """Git blames the formatter for a line of a function it left as it was; tracer does not."""
    repo.commit(a__py="X = 1\n")
    repo.commit(a__py=FIRST)
    repo.commit(a__py=FIRST.replace("'", '"'))
    repo.commit(a__py=FIRST.replace("'", '"').replace("item.key", "item.name"))
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.accuracy.replay", "--repo", repo.root, "--rev", "HEAD",
         "--commits", "3", "--name", "sample", "--json"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    assert [run["title"].split(":")[0] for run in document["runs"]] == ["Ledger", "History"]
    for run in document["runs"]:
        (row,) = run["files"]
        assert row["code_lines_in_functions"] == 8
        assert row["git"]["wrong"] == 2
        assert row["tracer"]["wrong"] == 0
        assert row["compared_lines"] == 8
        # Both give `item.name` to its editor; the formatter's lines git alone gives away.
        assert row["agree_percent"] == 75.0
    assert repo.root not in done.stdout
