"""Attribution is found again by content, whatever git did to the commits."""

from __future__ import annotations

import json
import os
import subprocess

import pytest

from tracer.agents.run import run
from tracer.model.workspace import Workspace
from tracer.queries.blame import blame

UTIL = '''\
def first(value):
    """Somebody's function."""
    result = value * 11
    return result


def second(items):
    chosen = [item for item in items if item.ready]
    return sorted(chosen, key=lambda item: item.rank)
'''
SIDE = "\n\ndef side(rank):\n    weight = rank * 44\n    return weight - 5\n"


class Project:
    """A clone in which `tracer hook --agent generic` reports an agent's writes."""

    def __init__(self, root):
        self.root = os.path.realpath(root)
        self.calls = 0

    def git(self, *arguments, check=True):
        identity = ["-c", "user.name=Ann", "-c", "user.email=ann@example.com"]
        settings = ["-c", "init.defaultBranch=main", "-c", "merge.conflictStyle=merge"]
        return subprocess.run(
            ["git", *identity, *settings, *arguments],
            cwd=self.root,
            check=check,
            capture_output=True,
            text=True,
        ).stdout

    def write(self, name, text):
        with open(os.path.join(self.root, name), "w", encoding="utf-8") as file:
            file.write(text)

    def read(self, name):
        with open(os.path.join(self.root, name), encoding="utf-8") as file:
            return file.read()

    def hook(self, phase, kind, session, **fields):
        event = {
            "schema": "tracer.event/1",
            "phase": phase,
            "kind": kind,
            "agent": "acme",
            "session_id": session,
            "turn_id": str(self.calls),
            "call_id": f"c{self.calls}",
            "cwd": self.root,
            "model": f"m-{session}",
            "intent_id": f"INT-{session}",
            "contributor": {"entity_type": "AI", "model_identifier": f"m-{session}"},
            **fields,
        }
        answer = run("generic", json.dumps(event).encode())
        assert answer.stderr == b"", answer.stderr

    def edit(self, session, name, text):
        """An agent's edit through both hooks."""
        self.calls += 1
        targets = [{"path": name, "op": "edit"}]
        self.hook("pre", "file_edit", session, targets=targets)
        self.write(name, text)
        self.hook("post", "file_edit", session, targets=targets)

    def commit(self, message):
        self.git("add", "-A")
        self.git("commit", "-qm", message)

    def blame(self, name):
        """{line of text: (model, or name, of its writer, method)}."""
        rows = blame(Workspace(self.root), name).document["lines"]
        lines = self.read(name).split("\n")
        return {
            lines[row["line"] - 1].strip(): (
                row["origin"]["contributor"]["model_identifier"]
                or row["origin"]["contributor"]["name"],
                row["method"],
            )
            for row in rows
        }


@pytest.fixture
def project(tmp_path):
    made = Project(tmp_path)
    made.git("init", "-q")
    os.mkdir(os.path.join(made.root, ".orchestration"))
    made.write(".gitignore", ".orchestration/.index/\n")
    made.hook("session_start", "other", "s0")
    made.write("util.py", UTIL)
    made.commit("start")
    return made


def on_branch(project, session="s1"):
    """On `side` the agent appends a function and commits; then `main` is checked out."""
    project.git("checkout", "-qb", "side")
    project.edit(session, "util.py", UTIL + SIDE)
    project.git("add", "util.py")
    project.git("commit", "-qm", "side", "util.py")
    project.git("checkout", "-q", "main")


def check(project, name, model="m-s1"):
    found = project.blame(name)
    for line in ("def side(rank):", "weight = rank * 44", "return weight - 5"):
        assert found[line][0] == model, (line, found[line])
    assert found["result = value * 11"][0] == "Ann"


def rename_on_main(project):
    project.git("mv", "util.py", "lib.py")
    project.git("commit", "-qm", "renamed")


def change_on_main(project):
    project.write("util.py", UTIL.replace("Somebody's", "Anybody's"))
    project.git("commit", "-qm", "changed", "util.py")


def test_rebase_across_a_renamed_file(project):
    """Git puts the agent's function into the file's new name; it stays the agent's."""
    on_branch(project)
    rename_on_main(project)
    project.git("checkout", "-q", "side")
    project.git("rebase", "-q", "main")
    check(project, "lib.py")


@pytest.mark.parametrize(
    "commands",
    [
        ["checkout -q side", "rebase -q main"],
        ["merge -q --no-edit side"],
        ["merge -q --squash side", "commit -qm squashed"],
        ["cherry-pick side"],
        ["cherry-pick -n side"],
        ["cherry-pick side", "commit -q --amend -m amended"],
    ],
)
@pytest.mark.parametrize("is_reconciled", [False, True])
def test_other_commits_with_the_agents_code(project, commands, is_reconciled):
    """The branch's code arrives on another version of the file, in a commit of Ann's."""
    on_branch(project)
    change_on_main(project)
    for command in commands:
        project.git(*command.split())
    if is_reconciled:
        project.hook("stop", "other", "s2")
    check(project, "util.py")
    assert project.blame("util.py")['"""Anybody\'s function."""'][0] == "Ann"


@pytest.mark.parametrize("kind", ["cherry-pick", "rebase"])
def test_conflict(project, kind):
    """Between the marks of a conflict, and after it was resolved."""
    on_branch(project)
    other = "\n\ndef other(kind):\n    size = kind + 66\n    return size\n"
    project.write("util.py", UTIL + other)
    project.git("commit", "-qm", "other", "util.py")
    if kind == "rebase":
        project.git("checkout", "-q", "side")
    project.git(kind, "side" if kind == "cherry-pick" else "main", check=False)
    text = project.read("util.py")
    assert "<<<<<<<" in text
    found = project.blame("util.py")
    assert found["weight = rank * 44"][0] == "m-s1"
    assert found["size = kind + 66"][0] == "Ann"
    project.write("util.py", UTIL + other + SIDE)
    project.git("add", "util.py")
    project.git("-c", "core.editor=true", kind, "--continue")
    check(project, "util.py")
    assert project.blame("util.py")["size = kind + 66"][0] == "Ann"


def test_stash(project):
    """The agent's uncommitted code goes to the stash and comes back on another version."""
    project.edit("s1", "util.py", UTIL + SIDE)
    project.git("stash", "-q", "--", "util.py")
    change_on_main(project)
    project.git("stash", "pop", "-q")
    check(project, "util.py")


def test_move_with_git(project):
    """`git mv` by a person carries the agent's code, committed or not."""
    project.edit("s1", "util.py", UTIL + SIDE)
    project.git("mv", "-f", "util.py", "lib.py")
    check(project, "lib.py")
    project.commit("moved")
    check(project, "lib.py")


def test_worktree(project, tmp_path_factory):
    """A second worktree of the branch has the ledger of that branch's commit."""
    on_branch(project)
    project.git("checkout", "-q", "side")
    project.git("add", "-A")
    project.git("commit", "-qm", "ledger")
    project.git("checkout", "-q", "main")
    place = str(tmp_path_factory.mktemp("tree") / "side")
    project.git("worktree", "add", "-q", place, "side")
    check(Project(place), "util.py")


def test_another_clone(project, tmp_path_factory):
    """The ledger travels with the commits: the clone knows what this one knew."""
    on_branch(project)
    change_on_main(project)
    project.git("merge", "-q", "--squash", "side")
    project.commit("squashed, with the ledger")
    place = str(tmp_path_factory.mktemp("clone") / "copy")
    project.git("clone", "-q", project.root, place)
    check(Project(place), "util.py")


def test_short_line_in_another_clone(project, tmp_path_factory):
    """Three words are enough where one record of the same file wrote them, before the commit."""
    project.git("checkout", "-qb", "side")
    project.edit("s1", "util.py", "RATE = 1.19\n\n\n" + UTIL)
    project.git("commit", "-qm", "side", "util.py")
    project.git("checkout", "-q", "main")
    change_on_main(project)
    project.git("merge", "-q", "--squash", "side")
    project.commit("squashed, with the ledger")
    place = str(tmp_path_factory.mktemp("clone") / "copy")
    project.git("clone", "-q", project.root, place)
    assert Project(place).blame("util.py")["RATE = 1.19"][0] == "m-s1"


def test_committed_with_edits_that_no_hook_saw(project, tmp_path_factory):
    """What the last record says of the file holds for the lines that stayed as they were."""
    side = SIDE.replace("weight - 5", "(\n        weight - 5\n    )")
    project.edit("s1", "util.py", UTIL + side)
    again = UTIL + side.replace("rank * 44", "rank * 44\n    report(rank, 45)")
    project.edit("s2", "util.py", again)
    project.write("util.py", "LIMIT = 3\n\n\n" + again.replace("item.rank", "item.order"))
    project.commit("by hand")
    place = str(tmp_path_factory.mktemp("clone") / "copy")
    project.git("clone", "-q", project.root, place)
    for clone in (project, Project(place)):
        found = clone.blame("util.py")
        assert found["LIMIT = 3"][0] == "Ann"
        assert found["return sorted(chosen, key=lambda item: item.order)"][0] == "Ann"
        assert found["report(rank, 45)"][0] == "m-s2"
        for line in ("def side(rank):", "weight = rank * 44", "return (", "weight - 5", ")"):
            assert found[line][0] == "m-s1", line


def test_copied_by_hand_and_committed(project):
    """A line of a record is one line: what repeats it, where it stands still, is the commit's."""
    project.edit("s1", "util.py", UTIL + SIDE)
    again = SIDE.replace("side", "other").replace("weight - 5", "weight - 6")
    text = again.lstrip() + "\n\n" + UTIL + SIDE
    project.write("util.py", text)
    project.commit("by hand")
    rows = blame(Workspace(project.root), "util.py").document["lines"]
    writers = [row["origin"]["contributor"]["model_identifier"] for row in rows]
    lines = [number for number, line in enumerate(text.split("\n")) if "rank * 44" in line]
    assert [writers[number] for number in lines] == [None, "m-s1"]


@pytest.mark.parametrize("is_recorded", [False, True])
def test_moved_out_of_a_file_that_no_record_knows(project, is_recorded):
    """A person moves code out of a committed file into one that the agent wrote."""
    project.edit("s1", "own.py", SIDE.lstrip())
    at = UTIL.index("def second")
    project.write("util.py", UTIL[:at].rstrip() + "\n")
    project.write("own.py", SIDE.lstrip() + "\n\n" + UTIL[at:])
    if is_recorded:
        project.hook("stop", "other", "s2")
    found = project.blame("own.py")
    assert found["return sorted(chosen, key=lambda item: item.rank)"][0] == "Ann"
    assert found["weight = rank * 44"][0] == "m-s1"


def test_copied_from_a_file_that_an_agent_renamed(project):
    """The file under its former name is gone for good: nothing moved out of it since."""
    project.edit("s1", "util.py", UTIL + SIDE)
    project.git("stash", "-q", "--", "util.py")
    project.hook("stop", "other", "s1")
    project.git("stash", "pop", "-q")
    project.edit("s1", "util.py", "LIMIT = 3\n\n\n" + UTIL + SIDE)
    project.edit("s1", "other.py", "SIZE = 3\n")
    project.calls += 1
    targets = [{"path": "util.py", "op": "delete"}, {"path": "lib.py", "op": "create"}]
    project.hook("pre", "file_edit", "s1", targets=targets)
    os.rename(os.path.join(project.root, "util.py"), os.path.join(project.root, "lib.py"))
    project.hook("post", "file_edit", "s1", targets=targets)
    copied = UTIL[UTIL.index("def second") :].replace("second", "third")
    project.write("other.py", "SIZE = 3\n\n\n" + copied)
    project.hook("stop", "other", "s2")
    assert project.blame("lib.py")["result = value * 11"][0] == "Ann"
    assert project.blame("other.py")["return sorted(chosen, key=lambda item: item.rank)"][1] == (
        "reconciled"
    )


def test_code_that_was_committed_before_the_agent_wrote_the_same(project):
    """A record is no origin of a commit that is older than it."""
    on_branch(project, "s1")
    found = project.blame("util.py")
    assert "weight = rank * 44" not in found
    project.write("util.py", UTIL + SIDE.replace("side", "mine"))
    environment = {**os.environ, "GIT_COMMITTER_DATE": "2020-01-01T00:00:00Z"}
    command = [
        "git",
        "-c",
        "user.name=Bob",
        "-c",
        "user.email=b@example.com",
        "commit",
        "-qam",
        "x",
    ]
    subprocess.run(command, cwd=project.root, check=True, env=environment)
    assert project.blame("util.py")["weight = rank * 44"][0] == "Bob"


def test_a_shared_line_stays_shared_below_a_commit_no_hook_saw(project):
    """History stops at a version the ledger knows; there each leaf has its own origin.

    Closing brackets alone go with the opening one, which is older than its line.
    """
    table = "limits = {\n    'low': first(1),\n    'high': 9,\n}\n"
    project.write("util.py", UTIL + "\n\n" + table)
    project.commit("table")
    edited = UTIL.replace("value * 11", "value * 11 + offset") + "\n\n"
    project.edit("s1", "util.py", edited + table.replace("= {", "= fixed or {"))
    project.commit("by the agent")
    project.write("util.py", "import math\n\n\n" + project.read("util.py"))
    project.commit("by a person, with no hook")
    rows = blame(Workspace(project.root), "util.py").document["lines"]
    found = {
        line: {share["id"] for share in rows[number]["shares"]}
        for number, line in enumerate(project.read("util.py").splitlines())
    }
    record = rows[5]["origin"]["id"]
    assert record in found["    result = value * 11 + offset"]
    assert len(found["    result = value * 11 + offset"]) == 2
    assert record in found["limits = fixed or {"]
    assert record not in found["}"]
    assert project.blame("util.py")["}"] == ("Ann", "inferred")


@pytest.mark.parametrize("is_noticed", [True, False])
def test_renamed_and_edited_by_hand_before_it_was_committed(project, tmp_path_factory, is_noticed):
    """A file that left its name left its code behind it, whether or not a record says so."""
    project.edit("s1", "util.py", UTIL + SIDE)
    os.rename(os.path.join(project.root, "util.py"), os.path.join(project.root, "tools.py"))
    if is_noticed:
        project.hook("stop", "other", "s2")
    project.write("tools.py", project.read("tools.py").replace("value * 11", "value * 12"))
    project.commit("by hand")
    place = str(tmp_path_factory.mktemp("clone") / "copy")
    project.git("clone", "-q", project.root, place)
    for clone in (project, Project(place)):
        found = clone.blame("tools.py")
        for line in ("def side(rank):", "weight = rank * 44", "return weight - 5"):
            assert found[line][0] == "m-s1", line
        assert found["chosen = [item for item in items if item.ready]"][0] == "Ann"
        assert found["result = value * 12"][0] == "Ann"


def test_lines_of_several_writers_committed_with_edits_that_no_hook_saw(project, tmp_path_factory):
    """Records keep the hash of such a line, too: all its writers are known again."""
    project.edit("s1", "util.py", UTIL + SIDE)
    again = UTIL + SIDE.replace("weight = rank * 44", "weight = rank * 44 + offset(rank)")
    project.edit("s2", "util.py", again)
    project.write("util.py", "LIMIT = 3\n\n\n" + again.replace("weight - 5", "weight - 6"))
    project.commit("by hand")
    place = str(tmp_path_factory.mktemp("clone") / "copy")
    project.git("clone", "-q", project.root, place)
    for clone in (project, Project(place)):
        document = blame(Workspace(clone.root), "util.py").document
        line = clone.read("util.py").split("\n").index("    weight = rank * 44 + offset(rank)")
        row = next(row for row in document["lines"] if row["line"] == line + 1)
        assert row["mixed"]
        assert len(row["shares"]) == 2
        assert row["origin"]["kind"] == "record"
        assert clone.blame("util.py")["LIMIT = 3"][0] == "Ann"


def test_copied_out_of_a_file_that_somebody_renamed(project):
    """The look that misses the old name sees the new one: what the file holds was not deleted."""
    project.edit("s1", "util.py", UTIL + SIDE)
    project.edit("s1", "other.py", "SIZE = 3\n")
    os.rename(os.path.join(project.root, "util.py"), os.path.join(project.root, "tools.py"))
    project.hook("stop", "other", "s2")
    project.edit("s2", "other.py", "SIZE = 3\n" + SIDE.replace("side", "again"))
    assert project.blame("other.py")["weight = rank * 44"][0] == "m-s2"
    check(project, "tools.py")


def test_line_respelled_before_its_commit_and_since(project):
    """A line found on disk, renamed by an agent, committed and renamed again is its author's."""
    body = "\n\ndef weigh(box):\n    total = box.gross * 77\n    return total\n"
    project.write("util.py", UTIL + body)
    project.hook("stop", "other", "s1")
    project.edit("s1", "util.py", UTIL + body.replace("total", "mass"))
    project.commit("weigh")
    project.write("util.py", UTIL + body.replace("total", "load"))
    assert project.blame("util.py")["load = box.gross * 77"] == ("Ann", "inferred")


def test_function_moved_to_a_file_no_record_knows_and_another_in_its_place(project):
    """A new function without a writer is no successor of the one that moved away from there."""
    old = "\n\ndef weigh(box):\n    mass = box.full * 77\n    mass = mass - 6\n    return mass\n"
    new = "\n\ndef price(bag):\n    cost = bag.goods * 5\n    cost = cost - 7\n    return cost\n"
    project.write("lib.py", UTIL)
    project.edit("s1", "util.py", UTIL + SIDE)
    project.commit("side")
    project.write("util.py", UTIL + SIDE + old)
    project.commit("weigh")
    project.hook("stop", "other", "s1")
    project.write("util.py", UTIL + SIDE + new)
    project.write("lib.py", UTIL + old)
    found = project.blame("util.py")
    assert found["cost = bag.goods * 5"] == (None, "reconciled")
    assert found["return cost"] == (None, "reconciled")
    assert project.blame("lib.py")["mass = mass - 6"] == ("Ann", "inferred")


@pytest.mark.parametrize("commits", [False, True])
def test_cut_in_a_line_that_no_hook_saw(project, commits):
    """An agent takes a term out of a line that Ann has committed: the line is the agent's."""
    text = UTIL.replace("value * 11", "value * 33 + 22")
    project.edit("s1", "util.py", UTIL + SIDE)
    project.write("util.py", text + SIDE)
    project.hook("stop", "other", "s1")
    project.commit("more")
    project.edit("s1", "util.py", text.replace(" + 22", "") + SIDE)
    if commits:
        project.commit("less")
    found = project.blame("util.py")
    assert found["result = value * 33"][0] == "m-s1"
    assert found["return result"][0] == "Ann"


def test_cut_by_an_agent_in_a_version_that_no_record_knows(project):
    """A squash holds an agent's cut and Ann's own edit of the same file: the cut is the agent's."""
    project.write("util.py", UTIL.replace("value * 11", "value * 11 + 22"))
    project.commit("more")
    project.git("checkout", "-qb", "side")
    project.edit("s1", "util.py", UTIL)
    project.commit("less")
    project.write("util.py", UTIL.replace('    """Somebody\'s function."""\n', ""))
    project.commit("no docstring")
    project.git("checkout", "-q", "main")
    project.git("merge", "-q", "--squash", "side")
    project.commit("all of it")
    assert project.blame("util.py")["result = value * 11"][0] == "m-s1"


def test_function_like_that_of_another_branch(project):
    """What Ann writes on main did not come out of what an agent wrote on a branch."""
    start = "export function isEmpty(cart: Cart): boolean {\n  return cart.items.length === 0;\n}\n"
    side = """
export function applyCoupon(cart: Cart, code: string): number {
  const known: Record<string, number> = { SPRING: 5, WELCOME: 10 };
  return Math.max(0, total(cart) - (known[code] ?? 0));
}
"""
    main = """
export function shippingCost(cart: Cart, country: string): number {
  const domestic = country === "DE";
  return domestic ? 4.9 : 9.9 + cart.weight / 1000;
}
"""
    project.write("cart.ts", start)
    project.commit("cart")
    project.git("checkout", "-qb", "side")
    project.edit("s1", "cart.ts", start + side)
    project.commit("coupons")
    project.git("checkout", "-q", "main")
    project.write("cart.ts", start + main)
    project.commit("shipping")
    project.hook("stop", "other", "s2")
    marked = f"<<<<<<< HEAD\n{main}=======\n{side}>>>>>>> side\n"
    for text in (marked, main):  # a merge that is given up
        project.write("cart.ts", start + text)
        project.hook("stop", "other", "s2")
    assert set(project.blame("cart.ts").values()) == {("Ann", "inferred")}
    project.write("cart.ts", start + main.replace("4.9", "5.9"))
    name = "export function shippingCost(cart: Cart, country: string): number {"
    assert project.blame("cart.ts")[name] == ("Ann", "inferred")


@pytest.mark.parametrize("line", ["# Weighs a whole box.", "# Weighs each box, however large."])
def test_comment_of_an_agent_that_a_person_rewrites(project, line):
    """Nothing else changes, so that the code is the record's: the words of the comment are not."""
    body = "\n\n# Weighs a box.\ndef weigh(box):\n    total = box.gross * 77\n    return total\n"
    project.edit("s1", "util.py", UTIL + body)
    project.commit("weigh")
    project.write("util.py", UTIL + body.replace("# Weighs a box.", line))
    project.commit("by hand")
    assert project.blame("util.py")[line] == ("Ann", "inferred")
    assert project.blame("util.py")["total = box.gross * 77"][0] == "m-s1"


def test_comment_that_a_formatter_indents(project):
    """The comment's words are those of the record."""
    body = "\n\ndef weigh(box):\n  # Weighs a box.\n  return box.gross * 77\n"
    project.edit("s1", "util.py", UTIL + body)
    project.write("util.py", UTIL + body.replace("\n  ", "\n    "))
    project.commit("formatted")
    assert project.blame("util.py")["# Weighs a box."][0] == "m-s1"


def test_committed_code_that_moves_is_not_uncommitted(project):
    """In its file, or with it: HEAD holds the lines; the new line is in no commit."""
    body = "\n\ndef weigh(box):\n    total = box.gross * 77\n    return total\n"
    project.edit("s1", "util.py", UTIL + body)
    project.commit("weigh")
    project.write("util.py", body.lstrip() + "\n\n" + UTIL + "\nNEW = 3\n")

    def waiting(path):
        rows = blame(Workspace(project.root), path).document["lines"]
        lines = project.read(path).split("\n")
        return [lines[row["line"] - 1] for row in rows if "uncommitted" in row]

    assert waiting("util.py") == ["NEW = 3"]
    project.git("commit", "-qam", "moved")
    os.rename(os.path.join(project.root, "util.py"), os.path.join(project.root, "weights.py"))
    assert waiting("weights.py") == []
