"""Several refactorings of JavaScript in one change, with a slip: run by node where it is there."""

from __future__ import annotations

import json
import os
import shutil
import subprocess

import pytest
from compositions import mixed
from verdicts import EXAMPLES, is_refactoring

RUNNER = os.path.join(
    os.path.dirname(os.path.abspath(__file__)),
    "..", "..", "benchmarks", "accuracy", "verdicts", "run_scripts.cjs",
)  # fmt: skip


def _pairs(seeds):
    """(id, before, after) of both directions."""
    for seed in seeds:
        pair = mixed(seed)
        yield f"there {seed}", *pair
        yield f"back {seed}", *pair[::-1]


def _told_apart(pairs):
    """The ids of the pairs whose sides run otherwise."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not there")
    jobs = (json.dumps({"id": one, "before": b, "after": a}) for one, b, a in pairs)
    done = subprocess.run(
        [node, RUNNER], input="\n".join(jobs).encode(), capture_output=True, check=True
    )
    return [json.loads(line)["id"] for line in done.stdout.splitlines()]


def test_sound():
    """What is called a refactoring gives the same results, prints and states."""
    pairs = list(_pairs(range(EXAMPLES)))
    apart = set(_told_apart(pairs))
    assert len(apart) >= EXAMPLES // 3  # so that the search looks at something
    assert [pair[0] for pair in pairs if pair[0] in apart and _is_proved(pair)] == []


def test_some_are_proved():
    """Of what runs the same a good part is called so."""
    pairs = list(_pairs(range(20)))
    apart = set(_told_apart(pairs))
    same = [pair for pair in pairs if pair[0] not in apart]
    assert sum(map(_is_proved, same)) >= len(same) // 3


def _is_proved(pair):
    return is_refactoring({"m.js": pair[1]}, {"m.js": pair[2]}, closed_world=True)
