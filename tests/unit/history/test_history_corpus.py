"""`tests/corpus/NAME.history`: what log and blame tell of a few versions, a file a case.

The format is described in `tests/corpus/README.md`.
"""

from __future__ import annotations

import os
import shutil

import pytest
import yaml

from tracer.history.blame import blame_history
from tracer.history.elements.log import log_history
from tracer.model.workspace import Workspace

CORPUS = os.path.join(os.path.dirname(__file__), "..", "..", "corpus")
CASES = sorted(entry for entry in os.listdir(CORPUS) if entry.endswith(".history"))


def commit_versions(repo, directory):
    """The commits' numbers by id: the directory's `1/`, `2/`, ... each commits one whole tree."""
    versions = {}
    number = 1
    while os.path.isdir(version := os.path.join(directory, str(number))):
        for entry in os.listdir(repo.root):
            if entry != ".git":
                path = os.path.join(repo.root, entry)
                shutil.rmtree(path) if os.path.isdir(path) else os.unlink(path)
        # With new times: git takes a file of the same size and time for unchanged.
        shutil.copytree(version, repo.root, copy_function=shutil.copyfile, dirs_exist_ok=True)
        versions[repo.commit(f"version {number}")] = number
        number += 1
    return versions


def told(workspace, versions, asked):
    """What log tells, in the form of an entry of `logs`."""
    path, _, spec = asked["of"].partition(" ")
    document = log_history(workspace, path, spec, "HEAD", all_kinds=asked.get("all", False))
    changes = [(versions[change["revision"]], change) for change in document["changes"]]
    return {
        "tells": [[number, *change["kinds"]] for number, change in changes],
        "before": [(change["before"] or {}).get("start_line") for _, change in changes],
        "verdicts": [change["verdict"] for _, change in changes],
        "element": f"{document['element']['kind']} {document['element']['name']}",
    }


def credited(workspace, versions, asked):
    """What blame credits, in the form of an entry of `blames`."""
    answer = blame_history(workspace, asked["of"], "HEAD", lines=asked.get("only"))
    credits_of = {
        line: [run.credit]
        for run in answer.state.runs
        for line in range(run.start_line, run.end_line + 1)
    }
    for mixed in answer.state.mixed:
        credits_of[mixed.line] = [credit for _, credit in mixed.parts]
    changed = [answer.changed[line] for line in sorted(answer.changed)]
    return {
        "lines": numbers_of(versions, credits_of, "origin"),
        "touched": numbers_of(versions, credits_of, "last"),
        "changed": [f"{versions[touch.id]} {touch.rule}" for touch in changed],
    }


def numbers_of(versions, credits_of, side):
    """The version's number of each line, a list of several where its parts differ."""
    found = [
        sorted({versions[getattr(credit, side).id] for credit in credits_of[line]})
        for line in sorted(credits_of)
    ]
    return [numbers[0] if len(numbers) == 1 else numbers for numbers in found]


@pytest.mark.parametrize("case", CASES)
def test_history(case, repo):
    """Every log and blame that the case asks for is answered as the case says."""
    directory = os.path.join(CORPUS, case)
    with open(os.path.join(directory, "expected.yaml"), encoding="utf-8") as file:
        expected = yaml.safe_load(file)
    versions = commit_versions(repo, directory)
    workspace = Workspace(os.path.realpath(repo.root))
    assert {"reason"} < expected.keys() <= {"reason", "logs", "blames"}
    for answer, key, inputs in (
        (told, "logs", {"of", "all"}),
        (credited, "blames", {"of", "only"}),
    ):
        for asked in expected.get(key, ()):
            wanted = {name: value for name, value in asked.items() if name not in inputs}
            found = answer(workspace, versions, asked)
            shown = {name: found[name] for name in wanted}
            assert shown == wanted, f"{asked['of']}: {expected['reason']}"
            assert wanted, f"{case}: {asked['of']} expects nothing"
