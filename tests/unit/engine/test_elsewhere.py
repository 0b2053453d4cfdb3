"""Code that a call brought, copied or gave back is not the call's."""

from __future__ import annotations

import os

import pytest
from working_agent import APP, Agent, git

from tracer.intents import session

IDENTITY = "-c user.name=a -c user.email=a@example.com"
PERSON = "\n\ndef person(value):\n    total = value + 77\n    return total\n"
OTHER = APP.replace("Read a file.", "Read it.")
MINE = "\n\ndef mine(value):\n    amount = value * 33\n    return amount\n"


@pytest.fixture
def agent(tmp_path):
    return Agent(tmp_path)


@pytest.fixture
def repo(tmp_path):
    """A repository whose one commit the agent's first call wrote."""
    git(tmp_path, "init", "-q")
    agent = Agent(tmp_path)
    agent.edit("create", "app.py", APP)
    git(tmp_path, "add", "app.py")
    git(tmp_path, "commit", "-qm", "start")
    return agent


def branch(repo, text=APP + PERSON, name="app.py"):
    """A person commits `text` on the branch `person`; the work tree is as before."""
    git(repo.root, "checkout", "-qb", "person")
    repo.write(name, text)
    git(repo.root, "add", name)
    git(repo.root, "commit", "-qm", "person")
    git(repo.root, "checkout", "-q", "-")


def own(records):
    return [record for record in records if record["event"] == "mutation"]


def function(text, name):
    start = text.index(f"def {name}")
    end = text.find("\n\n\ndef ", start)
    return text[start : end + 1] if end >= 0 else text[start:]


# Brought from elsewhere by a shell command


@pytest.mark.parametrize(
    "command",
    [
        "git checkout person -- app.py",
        "git restore -s person app.py",
        f"git {IDENTITY} cherry-pick -n person",
        f"git {IDENTITY} cherry-pick person",
        f"git {IDENTITY} merge -q --squash person",
        "git show person:app.py > app.py",
    ],
)
def test_what_a_command_takes_from_a_commit_is_the_commits(repo, command):
    """Whoever ran it: the code stood in a commit before."""
    branch(repo)
    records = repo.shell("call", command)
    assert own(records) == []
    assert set(repo.origins("app.py")["77"]) == {"baseline"}
    assert set(repo.origins("app.py")["handle"]) == {"create"}


def test_cherry_pick_onto_other_changes(repo):
    """Lines of the commit are the commit's, those before are whose they were."""
    branch(repo)
    repo.edit("edit", "app.py", OTHER)
    git(repo.root, "commit", "-qam", "other")
    repo.shell("pick", f"git {IDENTITY} cherry-pick -n person")
    origins = repo.origins("app.py")
    assert set(origins["77"] + origins["total"]) == {"baseline"}
    assert set(origins["Read it."]) == {"edit"}
    assert set(origins["handle"]) == {"create"}


def test_conflicted_cherry_pick_keeps_both_sides_origins(repo):
    """Between git's marks stands what the one side and the other side wrote."""
    branch(repo)
    repo.edit("edit", "app.py", APP + MINE)
    git(repo.root, "commit", "-qam", "mine")
    repo.shell("pick", f"git {IDENTITY} cherry-pick person || true")
    origins = repo.origins("app.py")
    assert "<<<<<<<" in repo.read("app.py")
    assert set(origins["77"]) == {"baseline"}
    assert set(origins["33"]) == {"edit"}


@pytest.mark.parametrize("is_edited", [False, True])
def test_stash_pop_is_not_the_agents(repo, is_edited):
    """A person's stash comes back by an agent's shell: nobody's, and not the agent's."""
    repo.write("app.py", APP + PERSON)
    git(repo.root, "stash")
    if is_edited:
        repo.edit("edit", "app.py", OTHER)
        git(repo.root, "commit", "-qam", "other")
    records = repo.shell("pop", "git stash pop -q")
    assert own(records) == []
    origins = repo.origins("app.py")
    assert not {"pop"} & set(origins["77"] + origins["total"])
    assert set(origins["handle"]) == {"create"}
    if is_edited:
        assert set(origins["Read it."]) == {"edit"}


def test_stashed_code_of_an_agent_is_the_agents(repo):
    """What the ledger knew when it was stashed is known when it comes back on other code."""
    repo.edit("mine", "app.py", APP + MINE)
    git(repo.root, "stash")
    repo.edit("edit", "app.py", OTHER)
    git(repo.root, "commit", "-qam", "other")
    repo.shell("pop", "git stash pop -q")
    origins = repo.origins("app.py")
    assert set(origins["33"] + origins["amount"]) == {"mine"}
    assert set(origins["Read it."]) == {"edit"}


@pytest.mark.parametrize("is_mine", [False, True])
def test_stashed_new_files_are_their_writers(repo, is_mine):
    """`stash -u` puts away what git does not track; who takes it back has not written it."""
    repo.write(".git/info/exclude", "/.orchestration/\n")
    if is_mine:
        repo.edit("mine", "new.py", MINE)
    else:
        repo.write("new.py", PERSON)
    repo.shell("push", "git stash -q -u")
    repo.shell("pop", "git stash pop -q")
    origins = repo.origins("new.py")
    named = {name for names in origins.values() for name in names}
    assert named == {"mine"} if is_mine else not named & {"push", "pop"}


@pytest.mark.parametrize("command", ["git apply ann.patch", "patch -s -p1 < ann.patch"])
def test_applied_patch_is_not_the_agents(repo, command):
    """Somebody's patch file, applied by an agent's shell."""
    branch(repo)
    repo.write("ann.patch", subprocess_diff(repo))
    records = repo.shell("apply", command)
    assert own(records) == []
    assert set(repo.origins("app.py")["77"]) == {"apply/reconcile"}


@pytest.mark.parametrize(("age", "label"), [(3600, "apply/reconcile"), (-1, "apply")])
def test_patch_from_outside_of_the_workspace(repo, tmp_path_factory, age, label):
    """One that is older than the session is somebody's; a younger one the agent may have made."""
    branch(repo)
    place = tmp_path_factory.mktemp("mail") / "ann.patch"
    place.write_text(subprocess_diff(repo))
    session.update(repo.workspace, "acme", "s1", lambda state: state._replace(model="acme-1"))
    then = os.stat(place).st_mtime - age
    os.utime(place, (then, then))
    repo.shell("apply", f"git apply {place}")
    assert set(repo.origins("app.py")["77"]) == {label}


def test_line_that_is_edited_in_the_original_has_not_moved_to_its_copy(repo):
    """`cp`, then an edit of the original in the same turn: the copy is as it was."""
    repo.turn = "t2"
    repo.shell("cp", "cp app.py twin.py")
    repo.edit("edit", "app.py", APP.replace("sorted(seen)", "sorted(seen, reverse=True)"))
    assert set(repo.origins("twin.py")["sorted"]) == {"cp"}


def test_patch_that_the_agent_writes_is_its_own(repo):
    """A here-document is the command's own text."""
    branch(repo)
    patch = subprocess_diff(repo)
    repo.shell("apply", f"git apply <<'END'\n{patch}END\n")
    assert set(repo.origins("app.py")["77"]) == {"apply"}


def test_command_that_brings_and_writes(repo):
    """What came from the commit is the commit's, what `sed` did the call's."""
    branch(repo)
    repo.shell("both", "git checkout person -- app.py && sed -i s/handle/stream/ app.py")
    origins = repo.origins("app.py")
    assert set(origins["77"]) == {"baseline"}
    assert set(origins["stream"]) <= {"both", "create"}


def subprocess_diff(repo):
    import subprocess

    command = ["git", "diff", "HEAD", "person"]
    return subprocess.run(command, cwd=repo.root, check=True, capture_output=True, text=True).stdout


# Deleted and back again


@pytest.mark.parametrize("name", ["keys", "distinct"])
@pytest.mark.parametrize("place", ["app.py", "util.py"])
def test_deleted_function_comes_back(agent, name, place):
    """In a later turn, in the same file or another, under its name or another one."""
    agent.edit("create", "app.py", APP)
    gone = function(APP, "keys")
    rest = APP.replace(gone, "")
    agent.turn = "t2"
    agent.edit("delete", "app.py", rest)
    agent.turn, agent.session = "t1", "s2"
    back = gone.replace("def keys", f"def {name}")
    agent.edit("restore", place, (rest if place == "app.py" else "import os\n") + "\n\n" + back)
    origins = agent.origins(place)
    assert set(origins["seen"] + origins["sorted"] + origins["item"]) == {"create"}
    if name == "distinct":
        assert origins["distinct"] == ["restore"]
    assert {c.last.rule for text, c in agent.credits(place) if text == "seen"} == {"restored"}


def test_code_of_before_the_ledger_comes_back(repo):
    """Its commit wrote it, not who restored it."""
    old = APP.replace("item.key", "item.name")
    repo.write("old.py", old)
    git(repo.root, "add", "old.py")
    git(repo.root, "commit", "-qm", "old")
    repo.edit("delete", "old.py", old.replace(function(old, "keys"), ""))
    git(repo.root, "commit", "-qam", "deleted")
    repo.turn = "t2"
    repo.edit("restore", "old.py", old + "\nVERSION = 2\n")
    assert set(repo.origins("old.py")["seen"]) == {"baseline"}


def test_reverted_edit(agent):
    """The line is again what it was, and whose it was."""
    agent.edit("create", "app.py", APP)
    agent.turn = "t2"
    agent.edit("edit", "app.py", APP.replace("return sorted(seen)", "return list(seen) or None"))
    agent.turn = "t3"
    agent.edit("revert", "app.py", APP + "\nVERSION = 2\n")
    origins = agent.origins("app.py")
    assert set(origins["sorted"]) == {"create"}
    assert origins["VERSION"] == ["revert"]


def test_similar_code_is_not_taken_for_old(agent):
    """A new function with a line or two in common with a deleted one is new."""
    agent.edit("create", "app.py", APP)
    rest = APP.replace(function(APP, "keys"), "")
    agent.turn = "t2"
    agent.edit("delete", "app.py", rest)
    agent.turn = "t3"
    new = "\n\ndef names(users):\n    found = []\n    for user in users:\n"
    new += "        found.append(user.name)\n    return sorted(found)\n"
    agent.edit("new", "app.py", rest + new)
    origins = agent.origins("app.py")
    assert set(origins["found"] + origins["user"] + origins["append"]) == {"new"}


def test_one_equal_line_in_another_file_is_no_return(agent):
    """Somebody's deleted line, and one that happens to read the same elsewhere."""
    agent.edit("create", "app.py", APP.replace("seen = set()", "self.seen = set(path)"))
    agent.turn = "t2"
    agent.edit("delete", "app.py", APP)
    agent.turn = "t3"
    agent.edit(
        "new", "util.py", "class A:\n    def f(self, path):\n        self.seen = set(path)\n"
    )
    assert set(agent.origins("util.py")["seen"]) == {"new"}


def test_line_that_stands_elsewhere_in_the_file_has_not_come_back(agent):
    """An earlier version had it, and so has another function now: it is typed once more."""
    agent.edit("create", "app.py", APP)
    agent.turn = "t2"
    first = "\n\ndef first(value):\n    kept = store(value, limit)\n    return kept\n"
    agent.edit("first", "app.py", APP + first)
    agent.turn = "t3"
    agent.edit("again", "app.py", APP + first + first.replace("first", "again"))
    assert agent.origins("app.py")["limit"] == ["first", "again"]


# Copies


def copied(agent, name, word):
    """(label of the copied code's origin, its path, its line) of a word's first segment."""
    credit = next(c for text, c in agent.credits(name) if text == word and c.copied)
    source = credit.copied
    return agent.label[source.source.id], source.path, credit.line + source.offset


def test_copied_function_is_new_and_remembers_its_source(agent):
    """In the same file, under another name."""
    agent.edit("create", "app.py", APP)
    agent.turn = "t2"
    twin = function(APP, "keys").replace("def keys", "def names")
    agent.edit("copy", "app.py", APP + "\n\n" + twin)
    assert agent.origins("app.py")["seen"].count("copy") == 3
    assert copied(agent, "app.py", "seen") == ("create", "app.py", 8)


def test_copied_file(repo):
    """`cp` by an agent's shell: new code of the call's, copied from the first file."""
    repo.shell("cp", "cp app.py twin.py")
    assert set(repo.origins("twin.py")["handle"]) == {"cp"}
    assert copied(repo, "twin.py", "handle") == ("create", "app.py", 3)


def test_copy_of_a_file_the_ledger_does_not_know(repo):
    """Its source is the commit that has it."""
    repo.write("old.py", APP.replace("keys", "words"))
    git(repo.root, "add", "old.py")
    git(repo.root, "commit", "-qm", "old")
    repo.shell("cp", "cp old.py twin.py")
    credit = next(c for text, c in repo.credits("twin.py") if text == "seen")
    assert repo.label[credit.origin.id] == "cp"
    assert credit.copied.path == "old.py"
    assert credit.copied.source.kind.value == "baseline"


def test_copy_and_deletion_of_the_original_is_a_move(agent):
    """In one file and one turn, by two calls."""
    agent.edit("create", "app.py", APP)
    agent.turn = "t2"
    twin = function(APP, "keys")
    agent.edit("copy", "app.py", APP + "\n\n" + twin)
    agent.edit("delete", "app.py", APP.replace(twin, "") + "\n\n" + twin)
    assert set(agent.origins("app.py")["seen"]) == {"create"}
