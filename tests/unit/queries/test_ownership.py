"""Whose code it is now: one answer for all queries, of the files as they are."""

from __future__ import annotations

import os
import shutil

import pytest

from benchmarks.accuracy.stories.agreement import disagreements
from tracer.model.workspace import Workspace
from tracer.queries import origin_json as sources
from tracer.queries.blame import blame
from tracer.queries.blame_by_intent import blame_by_intent
from tracer.queries.intent_map import intent_map, to_markdown
from tracer.queries.report import report

APP = """\
import os
import json, re


def load(path):
    text = open(path).read()
    return json.loads(text)


def store(path, value):
    with open(path, "w") as file:
        file.write(json.dumps(value))
"""
EXTRA = """

def remove(path):
    if os.path.exists(path):
        os.unlink(path)
"""


def agree(traced) -> None:
    """All queries say the same, with what is kept of earlier answers and without."""
    assert disagreements(traced.workspace) == []
    for name in ("owners.json", "map.json", "intent_files.json"):
        path = os.path.join(traced.workspace.index, name)
        if os.path.exists(path):
            os.unlink(path)
    assert disagreements(traced.workspace) == []


def places(traced, intent: str) -> set[str]:
    return {span["path"] for span in blame_by_intent(traced.workspace, intent)["ranges"]}


def lines_now(traced, intent: str) -> int:
    rows = report(traced.workspace)["by_intent"]
    return sum(row["lines_now"] for row in rows if row["id"] == intent)


@pytest.fixture
def shop(traced):
    """A committed file to which an agent has added a function."""
    traced.repo.write(".gitignore", ".orchestration/\n")
    traced.repo.commit(app__py=APP)
    traced.agent("INT-001", app__py=APP + EXTRA)
    return traced


def test_files_as_they_are(shop) -> None:
    """E2: What a person did to a file since the last record is in every answer."""
    agree(shop)
    shop.repo.write("app.py", "# new\n" + (APP + EXTRA).replace("os.unlink", "os.remove"))
    agree(shop)
    assert lines_now(shop, "INT-001") == 4
    shop.repo.commit()
    agree(shop)


@pytest.mark.parametrize("commits", [False, True])
def test_a_file_that_a_person_renamed(shop, commits) -> None:
    """`git mv` takes the code along in every answer, committed or not."""
    shop.repo.commit("all")
    os.mkdir(os.path.join(shop.workspace.root, "lib"))
    shop.repo.git("mv", "app.py", "lib/disk.py")
    if commits:
        shop.repo.commit("move")
    assert places(shop, "INT-001") == {"lib/disk.py"}
    agree(shop)


@pytest.mark.parametrize("commits", [False, True])
def test_a_function_that_a_person_moved(shop, commits) -> None:
    """A function moved to a new file by a person is found there, and the text it left is not."""
    shop.repo.commit("all")
    shop.repo.write("app.py", APP)
    shop.repo.write("disk.py", "import os\n" + EXTRA)
    if commits:
        shop.repo.commit("move")
    agree(shop)


def test_outside_a_sparse_checkout(shop) -> None:
    """Files that a sparse checkout leaves out are still the intent's."""
    shop.agent_writes({"sub/other.py": "def other():\n    return 1\n"})
    shop.repo.commit("all")
    before = blame_by_intent(shop.workspace, "INT-001")["ranges"]
    shop.repo.git("sparse-checkout", "set", "--no-cone", "/*", "!sub")
    assert not os.path.exists(os.path.join(shop.workspace.root, "sub"))
    document = blame_by_intent(shop.workspace, "INT-001")
    assert (document["ranges"], document["deleted"]) == (before, [])
    assert lines_now(shop, "INT-001") == 7
    agree(shop)


def test_deleted_and_back(shop) -> None:
    """A deleted file is listed as deleted, by whom where that is known, until it is back."""
    shop.repo.commit("all")
    os.unlink(os.path.join(shop.workspace.root, "app.py"))
    document = blame_by_intent(shop.workspace, "INT-001")
    assert document["ranges"] == []
    assert [(gone["element"], gone["by"]) for gone in document["deleted"]] == [("remove", None)]
    page = to_markdown(intent_map(shop.workspace))
    assert "Deleted:\n\n- `app.py` `remove`\n" in page
    agree(shop)
    shop.repo.git("checkout", "--", "app.py")
    (record,) = shop.agent("INT-002", app__py=None)[-1:]
    (gone,) = blame_by_intent(shop.workspace, "INT-001")["deleted"]
    assert (gone["element"], gone["by"]) == ("remove", record["id"])
    agree(shop)
    shop.repo.git("checkout", "--", "app.py")
    document = blame_by_intent(shop.workspace, "INT-001")
    assert (places(shop, "INT-001"), document["deleted"]) == ({"app.py"}, [])
    agree(shop)


def test_an_imported_name_that_was_deleted(shop) -> None:
    """The line is the deleter's in every answer, with a share in it."""
    shop.repo.commit("all")
    shop.agent("INT-002", app__py=(APP + EXTRA).replace("json, re", "json"))
    assert places(shop, "INT-002") == {"app.py"}
    agree(shop)


def test_a_branch_without_the_code(shop) -> None:
    """What another branch has is not here, and is back with the branch."""
    shop.repo.git("checkout", "-q", "-b", "topic")
    shop.repo.commit("all")
    agree(shop)
    shop.repo.git("checkout", "-q", "-")
    assert places(shop, "INT-001") == set()
    agree(shop)
    shop.repo.git("checkout", "-q", "topic")
    assert places(shop, "INT-001") == {"app.py"}
    agree(shop)


def test_commits_that_cite_an_intent(shop) -> None:
    """Lines of a commit with a trailer are in every answer, under the name they have now."""
    shop.repo.commit("Add\n\nIntent: INT-007", util__py="def one():\n    return 1\n")
    shop.repo.git("mv", "util.py", "tool.py")
    shop.repo.commit("move")
    assert places(shop, "INT-007") == {"tool.py"}
    assert lines_now(shop, "INT-007") == 2
    agree(shop)


def test_a_clone_without_the_index(shop) -> None:
    """What is kept is derived: without it the answers are the same."""
    shop.repo.commit("all")
    shop.repo.git("mv", "app.py", "disk.py")
    shop.repo.commit("move")
    shutil.rmtree(shop.workspace.index)
    agree(shop)


@pytest.mark.parametrize("commits", [False, True])
@pytest.mark.parametrize("by_agent", [False, True])
def test_a_cut_names_a_place_that_its_origin_has(shop, by_agent, commits) -> None:
    """Item 13: The line as the cut left it is its origin, wherever it stands today."""
    shop.repo.commit("all")
    text = (APP + EXTRA).replace("json, re", "json")
    if by_agent:
        (record,) = shop.agent("INT-002", app__py=text)
        cutter = record["id"]
        shop.repo.commit("cut")
    else:
        shop.repo.write("app.py", text)
        cutter = shop.repo.commit("cut")
    shop.repo.git("mv", "app.py", "disk.py")
    shop.repo.write("disk.py", "# disk\n" + text)
    if commits:
        shop.repo.commit("move")
    row = blame(shop.workspace, "disk.py").document["lines"][2]
    assert row["method"] == ("observed" if by_agent else "inferred")
    place = {key: row["origin"][key] for key in ("id", "path", "line")}
    assert place == {"id": cutter, "path": "app.py", "line": 2}
    (share,) = [one["share"] for one in row["shares"] if one["id"] == cutter]
    assert 0 < share < 1
    agree(shop)


def test_a_cut_in_plain_history(repo) -> None:
    """The same without a ledger."""
    repo.commit(app__py=APP)
    cutter = repo.commit("cut", app__py=APP.replace("json, re", "json"))
    repo.git("mv", "app.py", "disk.py")
    repo.write("disk.py", "# disk\n" + APP.replace("json, re", "json"))
    repo.commit("move")
    workspace = Workspace(os.path.realpath(repo.root))
    origin = blame(workspace, "disk.py").document["lines"][2]["origin"]
    assert (origin["id"], origin["path"], origin["line"]) == (cutter, "app.py", 2)


def test_a_cut_asks_history_nothing_more(repo, monkeypatch) -> None:
    """Item 12: the walk that finds the commit has met the place; forty files are not looked at."""
    asked = []
    known = sources.blame_history

    def counted(*arguments, **more):
        asked.append(arguments[1])
        return known(*arguments, **more)

    monkeypatch.setattr(sources, "blame_history", counted)
    names = [f"f{number}__py" for number in range(40)]
    repo.commit(app__py=APP, **dict.fromkeys(names, APP))
    shorter = APP.replace("json, re", "json")
    cutter = repo.commit("cut", app__py=shorter, **dict.fromkeys(names, shorter))
    workspace = Workspace(os.path.realpath(repo.root))
    origin = blame(workspace, "f7.py").document["lines"][1]["origin"]
    assert (origin["id"], origin["path"], origin["line"]) == (cutter, "f7.py", 2)
    assert asked == []


def test_a_shallow_clone(shop, tmp_path) -> None:
    """Where history ends, answers end too: no query fails, and all agree."""
    shop.repo.commit("all")
    shop.agent("INT-002", app__py=(APP + EXTRA).replace("json, re", "json"))
    shop.repo.commit("cut")
    shop.repo.commit("more", app__py=(APP + EXTRA).replace("json, re", "json") + "\nX = 1\n")
    shop.repo.git("mv", "app.py", "disk.py")
    shop.repo.commit("move")
    for depth in ("1", "2", "3"):
        place = str(tmp_path / depth)
        shop.repo.git("clone", "-q", "--depth", depth, f"file://{shop.repo.root}", place)
        os.mkdir(os.path.join(place, ".orchestration"))
        clone = Workspace(os.path.realpath(place))
        shutil.copy(shop.workspace.ledger, clone.ledger)
        assert disagreements(clone) == []
        shop.repo.git("-C", place, "fetch", "-q", "--unshallow")  # item 21
        assert disagreements(clone) == []


def test_commit_that_cites_an_intent_for_another_file(shop) -> None:
    """What a file held when other work was committed for an intent is not that intent's."""
    shop.repo.commit("all")
    shop.repo.commit("Notes\n\nIntent: INT-001\n", notes__txt="one line\n")
    shop.repo.commit(lib__py=APP.replace("load", "fetch"))
    shop.repo.commit("More notes\n\nIntent: INT-001\n", notes__txt="two lines\n")
    shop.agent("INT-002", lib__py=APP.replace("load", "fetch") + EXTRA)
    agree(shop)
    assert places(shop, "INT-001") == {"app.py", "notes.txt"}
    assert places(shop, "INT-002") == {"lib.py"}
