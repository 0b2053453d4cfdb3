"""What a call changed is recorded as its own, and nothing else is."""

from __future__ import annotations

import errno
import os

import pytest
from working_agent import APP, Agent, git

from tracer import engine
from tracer.engine import calls, scan
from tracer.ledger import SpooledError, appender, verify
from tracer.model.enums import ActionKind, Phase
from tracer.model.events import Target, TextEdit


@pytest.fixture
def agent(tmp_path):
    return Agent(tmp_path)


@pytest.fixture
def repo(tmp_path):
    git(tmp_path, "init", "-q")
    (tmp_path / "old.py").write_text("def old():\n    return 1\n")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "start")
    return Agent(tmp_path)


def function(text, name):
    start = text.index(f"def {name}")
    end = text.find("\ndef ", start)
    return text[start : end + 1] if end >= 0 else text[start:]


def test_only_what_an_edit_wrote_is_its_own(agent):
    """Of a changed line the new tokens belong to the edit, the others stay."""
    agent.edit("create", "app.py", APP)
    agent.edit("edit", "app.py", APP.replace("sorted(seen)", "sorted(seen, reverse=True)"))
    origins = agent.origins("app.py")
    assert set(origins["reverse"] + origins["True"]) == {"edit"}
    assert set(origins["sorted"] + origins["handle"] + origins["main"]) == {"create"}


@pytest.mark.parametrize("order", ["delete first", "copy first"])
def test_function_moved_in_two_calls_keeps_its_author(agent, order):
    """Whichever file is written first, the moved and renamed function stays the creator's."""
    agent.edit("create", "app.py", APP)
    moved = function(APP, "keys")
    rest = APP.replace(moved, "")
    util = "import os\n\n\n" + moved.replace("def keys", "def distinct")
    if order == "delete first":
        agent.edit("first", "app.py", rest)
        agent.edit("second", "util.py", util)
    else:
        agent.edit("first", "util.py", util)
        agent.edit("second", "app.py", rest)
    origins = agent.origins("util.py")
    assert set(origins["seen"] + origins["sorted"] + origins["item"]) == {"create"}
    assert set(origins["os"]) == {"second" if order == "delete first" else "first"}
    assert agent.lasts("util.py")[5] == ("second", "move")


@pytest.mark.parametrize("turns", ["one turn", "a turn each"])
def test_a_renaming_in_many_calls_keeps_its_author(agent, turns):
    """However many lines the name stands on, and where the agent was told to go on."""
    code = "def total(price):\n" + "".join(
        f"    price = price * {n} + {n + 1}\n" for n in range(10, 18)
    )
    text = code + "    return price\n"
    agent.edit("create", "app.py", text)
    for number, line in enumerate(text.splitlines(keepends=True)):
        agent.turn = f"t{number}" if turns == "a turn each" else "t"
        text = text.replace(line, line.replace("price", "amount"), 1)
        agent.edit(f"rename-{number}", "app.py", text)
    assert "price" not in text
    assert set(agent.origins("app.py")["amount"]) == {"create"}


def test_a_persons_edit_between_calls_is_not_the_agents(agent):
    """The gap is a record of its own, with an unknown contributor."""
    agent.edit("create", "app.py", APP)
    agent.write("app.py", APP.replace("Read a file.", "Read a text file."))
    text = agent.read("app.py").replace('"x"', '"y"')
    records = agent.edit("edit", "app.py", text)
    assert [record["event"] for record in records] == ["reconcile", "mutation"]
    assert records[0]["contributor"] == {"entity_type": "UNKNOWN"}
    assert records[0].get("intent_id") is None
    origins = agent.origins("app.py")
    assert origins["Read a text file."] == ["edit/reconcile"]
    assert set(origins["y"]) == {"edit"}


def test_edit_after_the_call_is_not_the_calls(agent):
    """A file changed again before the post-hook ran: the payload says what the call wrote."""
    agent.edit("create", "app.py", APP)
    mine = APP.replace('"x"', '"y"')
    disk = mine.replace("sorted(seen)", "list(seen)")
    records = agent.edit("edit", "app.py", disk, edits=(TextEdit('load("x")', 'load("y")'),))
    assert [record["event"] for record in records] == ["mutation", "reconcile"]
    origins = agent.origins("app.py")
    assert set(origins["y"]) == {"edit"}
    assert set(origins["list"]) == {"edit/reconcile"}


def test_shell_changes_belong_to_the_call_that_ran_them(repo):
    """`sed -i`, `git mv` and a deletion, found by the tree's stats."""
    repo.edit("create", "app.py", APP)
    repo.write("gone.py", "x = 1\n")
    records = repo.shell("sed", "sed -i s/handle/stream/ app.py; git mv old.py new.py; rm gone.py")
    assert [record["event"] for record in records] == ["reconcile", "mutation"]
    assert [entry["relative_path"] for entry in records[0]["files"]] == ["gone.py"]
    files = {entry["relative_path"]: entry for entry in records[1]["files"]}
    assert files["gone.py"]["after"] is None
    assert files["new.py"]["before_path"] == "old.py"
    assert "old.py" not in files
    assert set(repo.origins("app.py")["stream"]) <= {"sed", "create"}
    assert set(repo.origins("new.py")["old"]) == {"baseline"}


def test_shell_command_that_changes_nothing_records_nothing(repo):
    """A listing is no mutation."""
    repo.edit("create", "app.py", APP)
    assert repo.shell("ls", "ls -la > /dev/null") == []


def test_without_a_pre_hook_the_payload_or_git_knows_what_was_there(repo):
    """An agent that fires only afterwards is traced all the same."""
    text = "def old():\n    return 2\n"
    repo.edit("edit", "old.py", text, hooks=("post",))
    origins = repo.origins("old.py")
    assert origins["old"] == ["baseline"]
    assert origins["2"] == ["edit"]


def test_checkout_of_a_known_version_is_no_edit(repo):
    """Texts are known by content: going back to one needs no reconciliation."""
    repo.edit("create", "app.py", APP)
    later = APP.replace('"x"', '"y"')
    repo.edit("edit", "app.py", later)
    repo.write("app.py", APP)
    records = repo.edit("again", "app.py", APP.replace("print", "show"))
    assert [record["event"] for record in records] == ["mutation"]
    assert set(repo.origins("app.py")["x"]) == {"create"}


def test_reconcile_finds_edits_nobody_reported(repo):
    """At the end of a turn, whatever changed outside is recorded, once."""
    repo.edit("create", "app.py", APP)
    repo.write("app.py", APP.replace('"x"', '"z"'))
    records = repo.keep("person", engine.reconcile(repo.workspace))
    assert [record["event"] for record in records] == ["reconcile"]
    assert engine.reconcile(repo.workspace) == []
    assert repo.origins("app.py")["z"] == ["person/reconcile"]


def test_pulled_commits_keep_their_authors(repo):
    """A text that HEAD has came with its commit: history will say who wrote it."""
    repo.edit("create", "app.py", APP)
    repo.write("app.py", APP.replace('"x"', '"pulled"'))
    git(repo.root, "add", "app.py")
    git(repo.root, "commit", "-qm", "from elsewhere")
    engine.reconcile(repo.workspace)
    origins = repo.origins("app.py")
    assert origins["pulled"] == ["baseline"]
    assert set(origins["handle"]) == {"create"}


def test_full_disk_loses_nothing(agent, monkeypatch):
    """The record is spooled, the call says so, and the next one delivers it in order."""
    agent.edit("create", "app.py", APP)

    def full(*_, **__):
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(appender, "_deliver", full)
        with pytest.raises(SpooledError, match="disk space"):
            agent.edit("edit", "app.py", APP.replace('"x"', '"y"'))
    records = agent.edit("again", "app.py", APP.replace('"x"', '"z"'))
    assert [record["event"] for record in records] == ["mutation"]
    result = verify(agent.workspace.ledger)
    assert (result.records, result.problems) == (3, ())
    assert agent.origins("app.py")["z"] == ["again"]


def test_deletion_remembers_what_went(agent):
    """The record of a deletion names the definitions and whose they were."""
    (created,) = agent.edit("create", "app.py", APP)
    (record,) = agent.edit("cut", "app.py", APP.replace(function(APP, "keys"), ""))
    (gone,) = record["files"][0]["removed"]
    assert gone["element"] == "keys"
    assert gone["origin"] == created["id"]


def test_ledger_of_all_this_verifies(repo):
    """Every record is chained."""
    repo.edit("create", "app.py", APP)
    repo.shell("sed", "sed -i s/handle/stream/ app.py")
    engine.note(repo.workspace, repo.event(Phase.POST, ActionKind.OTHER), "note", text="hello")
    result = verify(repo.workspace.ledger)
    assert result.problems == ()
    assert result.records == 3


def test_no_source_text_in_the_ledger(agent):
    """Hashes and positions only: no line of code, no word of a string."""
    agent.edit("create", "app.py", APP.replace("Read a file.", "zebra quagga okapi"))
    agent.edit("edit", "app.py", APP)
    with open(agent.workspace.ledger, encoding="utf-8") as file:
        ledger = file.read()
    for word in ("zebra", "quagga", "sorted(", "handle.read", "item.key"):
        assert word not in ledger


def test_parallel_calls_do_not_take_each_others_code(agent):
    """Two sessions' calls overlap on one file: each has what it wrote, whoever ends last."""
    agent.edit("create", "app.py", APP)
    target = (Target("app.py", "edit"),)
    outer = agent.event(Phase.PRE, ActionKind.FILE_EDIT, targets=target)._replace(
        session_id="s2", call_id="outer"
    )
    engine.before_call(agent.workspace, outer)
    agent.edit("inner", "app.py", APP + "\n\ndef inner():\n    return 22\n")
    agent.write("app.py", agent.read("app.py") + "\n\ndef outer():\n    return 33\n")
    agent.keep("outer", engine.after_call(agent.workspace, outer._replace(phase=Phase.POST)))
    origins = agent.origins("app.py")
    assert origins["22"] == ["inner"]
    assert origins["33"] == ["outer"]


def test_shell_call_does_not_take_what_another_session_wrote_meanwhile(agent):
    """A long command sees the file another session created; it is not the command's."""
    outer = agent.event(Phase.PRE, ActionKind.SHELL, command="make")._replace(call_id="outer")
    engine.before_call(agent.workspace, outer)
    agent.edit("inner", "app.py", APP)
    assert engine.after_call(agent.workspace, outer._replace(phase=Phase.POST)) == []
    assert set(agent.origins("app.py")["handle"]) == {"inner"}


def test_another_session_s_end_leaves_a_command_what_it_wrote(repo):
    """A reconciliation while a command runs takes what was there before it, and no more."""
    repo.edit("create", "app.py", APP)
    repo.edit("make", "other.py", "x = 1\n")
    repo.write("other.py", "x = 1\ny = 2\n")
    event = repo.event(Phase.PRE, ActionKind.SHELL, command="./rename")
    engine.before_call(repo.workspace, event)
    repo.write("app.py", APP.replace("sorted(seen)", "sorted(seen, reverse=True)"))
    (found,) = engine.reconcile(repo.workspace, session="s2")
    assert [file["relative_path"] for file in found["files"]] == ["other.py"]
    (made,) = engine.after_call(repo.workspace, event._replace(phase=Phase.POST))
    assert [file["relative_path"] for file in made["files"]] == ["app.py"]
    assert made["event"] == "mutation"


@pytest.mark.parametrize("function", ["moved_since", "moved_by_open_commands"])
def test_another_session_s_end_beside_a_command_s_hook(repo, monkeypatch, function):
    """The command's hook has begun, or the command ends while the other's hook looks around."""
    repo.edit("create", "app.py", APP)
    event = repo.event(Phase.PRE, ActionKind.SHELL, command="./rename")
    engine.before_call(repo.workspace, event)
    renamed = APP.replace("sorted(seen)", "sorted(seen, reverse=True)")
    found = []

    def command():
        repo.write("app.py", renamed)

    if function == "moved_since":
        command()

        def beside(*arguments, moved_since=scan.moved_since):
            moved = moved_since(*arguments)
            monkeypatch.undo()
            found.extend(engine.reconcile(repo.workspace, session="s2"))
            return moved

        monkeypatch.setattr(scan, "moved_since", beside)
    else:

        def looks(*arguments, look=calls.moved_by_open_commands):
            open_ones = look(*arguments)
            command()
            return open_ones

        monkeypatch.setattr(calls, "moved_by_open_commands", looks)
        found.extend(engine.reconcile(repo.workspace, session="s2"))
    (made,) = engine.after_call(repo.workspace, event._replace(phase=Phase.POST))
    assert found == []
    assert made["event"] == "mutation"


@pytest.mark.parametrize("merge", ["merge -q --no-edit", "merge -q --no-ff --no-edit", "checkout"])
def test_commits_that_a_shell_call_brings_in_keep_their_authors(repo, merge):
    """An agent that merges or checks out a branch did not write it."""
    repo.edit("create", "app.py", APP)
    git(repo.root, "add", "-A")
    git(repo.root, "commit", "-qm", "agent")
    git(repo.root, "branch", "person")
    git(repo.root, "checkout", "-q", "person")
    repo.write("app.py", APP.replace('"x"', '"person"'))
    repo.write("old.py", "def old():\n    return 77\n")
    git(repo.root, "add", "-A")
    git(repo.root, "commit", "-qm", "person")
    git(repo.root, "checkout", "-q", "-")
    identity = "-c user.name=a -c user.email=a@example.com"
    records = repo.shell("merge", f"git {identity} {merge} person")
    assert [record for record in records if record["event"] == "mutation"] == []
    assert repo.origins("app.py")["person"] == ["baseline"]


def test_what_a_shell_call_writes_and_commits_is_its_own(repo):
    """Committing at once does not make an edit somebody else's."""
    repo.edit("create", "app.py", APP)
    git(repo.root, "add", "-A")
    git(repo.root, "commit", "-qm", "agent")
    identity = "-c user.name=a -c user.email=a@example.com"
    repo.shell("sed", f"sed -i s/1/9/ old.py; git {identity} commit -qam sed")
    assert repo.origins("old.py")["9"] == ["sed"]
    repo.shell("amend", f"sed -i s/9/42/ old.py; git {identity} commit -qa --amend --no-edit")
    assert repo.origins("old.py")["42"] == ["amend"]


def test_open_call_of_another_session_has_what_it_announced(agent):
    """Its pre-hook said what it would write; another call's hook finds it before its own does."""
    agent.edit("create", "app.py", APP)
    edits = (TextEdit("return sorted(seen)", "return sorted(seen)[:44]"),)
    slow = agent.event(Phase.PRE, ActionKind.FILE_EDIT, targets=(Target("app.py", "edit"),))
    slow = slow._replace(session_id="s2", call_id="slow", intent_id="INT-002")
    slow = slow._replace(targets=(Target("app.py", "edit", edits=edits),))
    engine.before_call(agent.workspace, slow)
    agent.write("app.py", APP.replace(edits[0].before, edits[0].after))
    agent.write("app.py", agent.read("app.py").replace("Read a file.", "Read any file."))
    text = agent.read("app.py").replace('"x"', '"y"')
    records = agent.edit("fast", "app.py", text, edits=(TextEdit('"x"', '"y"'),))
    assert [(r["event"], r["intent_id"]) for r in records] == [
        ("reconcile", None),
        ("mutation", "INT-002"),
        ("mutation", "INT-001"),
    ]
    agent.label[records[1]["id"]] = "slow"
    assert engine.after_call(agent.workspace, slow._replace(phase=Phase.POST)) == []
    origins = agent.origins("app.py")
    assert origins["44"] == ["slow"]
    assert origins["y"] == ["fast"]
    assert origins["Read any file."] == ["fast/reconcile"]


@pytest.mark.parametrize("known", [True, False])
def test_a_call_whose_post_hook_is_lost_has_what_it_said_it_would_write(repo, known):
    """The host was killed between the write and the hook; the end of the turn looks."""
    if known:
        repo.edit("create", "app.py", APP)
    said = APP + "\n\ndef later():\n    return 44\n"
    event = repo.event(
        Phase.PRE, ActionKind.FILE_EDIT, targets=(Target("app.py", "edit", after=said),)
    )
    engine.before_call(repo.workspace, event)
    repo.write("app.py", said)
    (made,) = engine.reconcile(repo.workspace, session=event.session_id)
    assert made["event"] == "mutation"
    assert [file["relative_path"] for file in made["files"]] == ["app.py"]
    assert engine.reconcile(repo.workspace, session=event.session_id) == []


def test_another_save_during_a_command_that_names_all_it_writes(repo):
    """Only the files that the words of the command name are the command's."""
    repo.edit("create", "app.py", APP)
    repo.edit("make", "other.py", "x = 1\n")
    event = repo.event(Phase.PRE, ActionKind.SHELL, command="printf 'y = 2\\n' >> other.py")
    place = os.path.join(repo.workspace.root, "other.py")
    engine.before_call(repo.workspace, event, writes=[place], no_others=True)
    repo.write("other.py", "x = 1\ny = 2\n")
    repo.write("app.py", APP.replace("sorted(seen)", "sorted(seen, reverse=True)"))
    made = engine.after_call(repo.workspace, event._replace(phase=Phase.POST))
    kinds = {file["relative_path"]: record["event"] for record in made for file in record["files"]}
    assert kinds == {"other.py": "mutation", "app.py": "reconcile"}


@pytest.mark.parametrize("command", ["git add -A && git commit -m x", "cp -r ../new ."])
def test_commands_that_may_write_more_than_they_name(repo, command):
    """Git's hooks may, and so does what writes a directory that holds the workspace."""
    repo.edit("create", "app.py", APP)
    event = repo.event(Phase.PRE, ActionKind.SHELL, command=command)
    engine.before_call(repo.workspace, event, writes=[repo.workspace.root], no_others=True)
    repo.write("app.py", APP.replace("sorted(seen)", "sorted(seen, reverse=True)"))
    (made,) = engine.after_call(repo.workspace, event._replace(phase=Phase.POST))
    assert made["event"] == "mutation"
