"""A10: the ledger travels with git and is never in its way: worktrees, forks, old branches."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest
from test_two_clones import PRICES, Clone, begin, diverge

if TYPE_CHECKING:
    from pathlib import Path

    from project import Project

TAX = "def tax(price):\n    return price * 0.19\n"


@pytest.fixture
def clones(tmp_path: Path) -> tuple[Clone, Clone]:
    """Two clones with the ledger in the ref, as `init` sets it up."""
    ann, bob = begin(tmp_path, "--ledger", "ref")
    bob.tracer("init")
    return ann, bob


def ids(clone: Project) -> set[str]:
    return {record["id"] for record in clone.records()}


def test_a_fresh_clone_has_the_ledger_after_init(clones: tuple[Clone, Clone]) -> None:
    ann, bob = clones
    assert ids(bob) == ids(ann)
    lines = bob.report("blame", "shop/prices.py")["lines"]
    assert {line["origin"]["intent_id"] for line in lines} == {"INT-1"}


def test_nothing_of_tracer_s_is_dirty_after_turns(clones: tuple[Clone, Clone]) -> None:
    """Selecting, writing, refusals, the end of the turn: git shows the agent's file only."""
    ann, _ = clones
    ann.agent("INT-2", {"shop/tax.py": TAX})
    ann.event("stop")
    assert ann.git("status", "--porcelain") == "?? shop/tax.py\n"
    assert {"IN_PROGRESS"} == {
        one["status"] for one in ann.report("intent", "list")["active_intents"]
    }


def test_a10_stash_and_rebase_in_the_middle_of_a_turn(clones: tuple[Clone, Clone]) -> None:
    ann, bob = clones
    bob.commit({"other.py": "x = 1\n"}, "Other")
    bob.git("push", "-q")
    ann.agent("INT-2", {"shop/tax.py": TAX})
    ann.git("stash", "-u")
    ann.git("stash", "pop")
    ann.git("pull", "-q", "--rebase", "--autostash")
    ann.save("Tax")
    assert ann.report("verify")["ok"]
    assert not ann.git("status", "--porcelain")


def test_a10_both_push_and_neither_is_refused(clones: tuple[Clone, Clone]) -> None:
    """Whoever comes second sends branch and ledger all the same, and nothing is lost."""
    ann, bob = clones
    ann.agent("INT-1", {"shop/labels.py": TAX})
    ann.save("Labels")
    ann.git("push", "-q")
    bob.git("switch", "-qc", "topic")
    bob.agent("INT-2", {"shop/tax.py": TAX})
    bob.save("Tax")
    bob.git("push", "-q", "-u", "origin", "topic")
    ann.git("pull", "-q")
    assert ann.report("verify")["ok"]  # any question takes in what was fetched
    assert ids(bob) <= ids(ann)
    bob.git("fetch", "-q")
    bob.tracer("sync")
    assert ids(ann) == ids(bob)


def test_push_default_is_obeyed(clones: tuple[Clone, Clone]) -> None:
    """A plain push pushes what git's settings say, and what it prints is its own."""
    ann, _ = clones
    ann.git("config", "push.default", "nothing")
    done = ann.run("git", "push")
    assert b"refs/tracer" not in done.stdout + done.stderr
    assert done.returncode != 0  # git's own answer to push.default=nothing
    assert ann.run("git", "config", "--get-all", "remote.origin.push").stdout == b""


def test_a_remote_that_refuses_the_ledger(clones: tuple[Clone, Clone], tmp_path: Path) -> None:
    """A fork one may only push branches to: the branch goes, `sync` says that no more does."""
    ann, _ = clones
    hook = tmp_path / "origin.git" / "hooks" / "update"
    hook.write_text(
        '#!/bin/sh\ncase "$1" in refs/tracer/*) echo "no such refs" >&2; exit 1;; esac\n'
    )
    hook.chmod(0o755)
    ann.agent("INT-2", {"shop/tax.py": TAX})
    ann.save("Tax")
    ann.git("push", "-q")
    done = ann.run("tracer", "sync")
    assert done.returncode == 1
    assert b"origin" in done.stdout
    assert ann.report("verify")["ok"]


def test_a_second_remote(clones: tuple[Clone, Clone], tmp_path: Path) -> None:
    ann, bob = clones
    ann.git("clone", "-q", "--bare", str(tmp_path / "origin.git"), str(tmp_path / "fork.git"))
    ann.git("remote", "add", "fork", str(tmp_path / "fork.git"))
    ann.agent("INT-2", {"shop/tax.py": TAX})
    ann.save("Tax")
    ann.git("push", "-q", "fork", "HEAD:main")
    assert ann.report("sync", "fork")["remotes"][0]["problem"] == ""
    bob.git("remote", "add", "fork", str(tmp_path / "fork.git"))
    bob.tracer("sync", "fork")
    assert ids(bob) == ids(ann)


def test_a_worktree_has_the_ledger(clones: tuple[Clone, Clone], tmp_path: Path) -> None:
    """Two agents in two worktrees of one clone: each record is in both, chains do not fork."""
    ann, _ = clones
    ann.git("worktree", "add", "-q", "-b", "side", str(tmp_path / "side"))
    side = Clone.__new__(Clone)
    side.root, side.home, side.name, side.calls = tmp_path / "side", ann.home, "side", 0
    assert ids(side) == ids(ann)
    side.agent("INT-2", {"shop/tax.py": TAX})
    ann.agent("INT-1", {"shop/labels.py": "LABEL = 1\n"})
    side.save("Tax")
    ann.save("Labels")
    side.tracer("sync", "--local")
    assert ids(side) == ids(ann)
    for clone in (side, ann):
        assert clone.report("verify")["ok"]


def test_clean_and_a_deleted_file_lose_nothing(clones: tuple[Clone, Clone]) -> None:
    """`git clean -fdx` takes all that git ignores; the ref has what the last turn ended with."""
    ann, _ = clones
    ann.agent("INT-2", {"shop/tax.py": TAX})
    ann.event("stop")
    known = ids(ann)
    ann.save("Tax")
    ann.git("clean", "-qfdx")
    assert not ann.ledger_path.exists()
    ann.tracer("sync", "--local")
    assert ids(ann) == known
    assert ann.report("verify")["ok"]


def test_moving_over_loses_nothing(tmp_path: Path) -> None:
    """A tracked ledger moves with one command; branches and stashes from before still merge."""
    ann, _ = begin(tmp_path, "--ledger", "file")
    ann.git("switch", "-qc", "old")
    ann.agent("INT-2", {"shop/tax.py": TAX})
    ann.save("Tax")
    on_the_branch = ids(ann)
    ann.git("switch", "-q", "main")
    ann.agent("INT-1", {"shop/labels.py": "LABEL = 1\n"})
    ann.save("Labels")
    ann.tracer("init", "--ledger", "ref")
    ann.git("commit", "-qam", "Ledger to the ref")
    assert not ann.git("status", "--porcelain")
    assert on_the_branch <= ids(ann)
    ann.git("merge", "-q", "--no-edit", "old")
    assert not ann.git("status", "--porcelain")
    assert ann.report("verify")["ok"]
    known = ids(ann)
    ann.git("switch", "-q", "old")
    ann.git("switch", "-q", "main")
    assert ids(ann) == known
    assert ann.report("verify")["ok"]
    lines = ann.report("blame", "shop/tax.py")["lines"]
    assert {line["origin"]["intent_id"] for line in lines} == {"INT-2"}


def test_a_branch_from_long_before_the_move_merges(tmp_path: Path) -> None:
    """The ledger has grown to many times its size since: still no conflict, and no record lost."""
    ann, _ = begin(tmp_path, "--ledger", "file")
    ann.git("switch", "-qc", "old")
    ann.agent("INT-2", {"shop/tax.py": TAX})
    ann.save("Tax")
    on_the_branch = ids(ann)
    ann.git("switch", "-q", "main")
    for number in range(8):
        ann.agent("INT-1", {"shop/labels.py": f"LABEL = {number}\n"})
    ann.save("Labels")
    ann.tracer("init", "--ledger", "ref")
    ann.git("commit", "-qam", "Ledger to the ref")
    known = ids(ann)
    assert on_the_branch <= known
    ann.git("merge", "-q", "--no-edit", "old")
    assert not ann.git("status", "--porcelain")
    assert ids(ann) == known
    assert ann.report("verify")["ok"]


def test_an_old_branch_is_rebased(tmp_path: Path) -> None:
    ann, _ = begin(tmp_path, "--ledger", "file")
    ann.git("switch", "-qc", "old")
    ann.agent("INT-2", {"shop/tax.py": TAX})
    ann.save("Tax")
    ann.git("switch", "-q", "main")
    ann.tracer("init", "--ledger", "ref")
    ann.git("commit", "-qam", "Ledger to the ref")
    ann.git("switch", "-q", "old")
    ann.git("rebase", "-q", "main")
    assert not ann.git("status", "--porcelain")
    assert ann.report("verify")["ok"]


def test_verify_knows_another_branch(tmp_path: Path) -> None:
    """With a tracked ledger, what a branch that is not checked out has is elsewhere, not gone."""
    ann, bob = begin(tmp_path, "--ledger", "file")
    bob.tracer("init")
    diverge(ann, bob)
    for branch in ("topic", "main"):
        bob.git("checkout", "-q", branch)
        assert bob.report("verify")["ok"], branch
    ann.agent("INT-2", {"shop/tax.py": TAX + "\n\nX = 1\n"})
    ann.save("More")
    ann.git("branch", "kept")
    ann.git("reset", "-q", "--hard", "HEAD~1")
    assert ann.report("verify")["ok"]
    assert ann.report("verify")["elsewhere"] > 0


def test_two_people_s_intents_merge(clones: tuple[Clone, Clone]) -> None:
    """Both add an intent, one closes another: no conflict, comments kept, the octopus too."""
    ann, bob = clones
    ann.tracer("intent", "add", "INT-7", "--name", "Seven", "--scope", "seven/**")
    ann.save("Seven")
    ann.git("push", "-q")
    bob.tracer("intent", "add", "INT-8", "--name", "Eight", "--scope", "eight/**")
    bob.tracer("intent", "abandon", "INT-2")
    bob.save("Eight")
    bob.git("pull", "-q", "--no-rebase", "--no-edit")
    listed = {one["id"]: one["status"] for one in bob.report("intent", "list")["active_intents"]}
    assert listed.keys() == {"INT-1", "INT-2", "INT-7", "INT-8"}
    assert listed["INT-2"] == "ABANDONED"
    text = (bob.root / ".orchestration/active_intents.yaml").read_text()
    assert text.startswith("# Why code is written here.")
    for name in ("INT-10", "INT-11", "INT-12"):
        bob.git("switch", "-qc", name, "main")
        bob.tracer("intent", "add", name, "--scope", f"{name}/**")
        bob.save(name)
    bob.git("switch", "-q", "main")
    bob.git("merge", "-q", "--no-edit", "INT-10", "INT-11", "INT-12")
    listed = {one["id"] for one in bob.report("intent", "list")["active_intents"]}
    assert {"INT-10", "INT-11", "INT-12"} <= listed


def test_conflict_marks_do_not_stop_the_day(clones: tuple[Clone, Clone]) -> None:
    """One id for two things is a real conflict: both sides' intents count until it is solved."""
    ann, bob = clones
    for clone, name in ((ann, "Ann's"), (bob, "Bob's")):
        clone.tracer("intent", "add", "INT-9", "--name", name, "--scope", "nine/**")
        clone.save("Nine")
    ann.git("push", "-q")
    done = bob.run("git", "pull", "-q", "--no-rebase", "--no-edit")
    assert done.returncode != 0
    assert "<<<<<<<" in (bob.root / ".orchestration/active_intents.yaml").read_text()
    done = bob.run("tracer", "intent", "list")
    assert done.returncode == 0
    assert b"conflict marks" in done.stderr
    assert b"INT-1" in done.stdout
    assert b"INT-9" in done.stdout
    bob.agent("INT-1", {"shop/prices.py": PRICES + "\nX = 1\n"})
    done = bob.run("tracer", "intent", "add", "INT-20")
    assert done.returncode == 3
    assert done.stderr.count(b"\n") == 1


def test_hooks_of_others_and_their_folder(clones: tuple[Clone, Clone]) -> None:
    """core.hooksPath as husky sets it: theirs run, ours run, and uninit leaves theirs."""
    ann, _ = clones
    theirs = ann.write(".husky/pre-push", "#!/bin/sh\necho pushed >> theirs.txt\n")
    theirs.chmod(0o755)
    ann.git("config", "core.hooksPath", ".husky")
    ann.tracer("init")
    ann.agent("INT-2", {"shop/tax.py": TAX})
    ann.save("Tax")
    ann.git("push", "-q")
    assert (ann.root / "theirs.txt").read_text() == "pushed\n"
    assert ann.report("sync")["remotes"][0]["pushed"] is False  # the hook has sent it
    ann.tracer("uninit")
    assert theirs.read_text() == "#!/bin/sh\necho pushed >> theirs.txt\n"


def test_git_works_where_tracer_is_not(clones: tuple[Clone, Clone]) -> None:
    """The hooks of a clone whose owner removed tracer hinder nothing."""
    ann, _ = clones
    ann.commit({"plain.py": "x = 1\n"}, "Plain")
    git = shutil.which("git", path="/usr/local/bin:/usr/bin:/bin")
    assert git is not None
    environment = ann.environment() | {"PATH": "/usr/local/bin:/usr/bin:/bin"}
    ann.environment = lambda: environment  # type: ignore[method-assign]
    ann.git("push", "-q")
    ann.git("switch", "-qc", "side")
    ann.git("commit", "-q", "--allow-empty", "-m", "Empty")
    ann.git("switch", "-q", "main")
    ann.git("merge", "-q", "--no-edit", "side")


@pytest.mark.parametrize("name", ["gc.log.lock", "config.lock", "packed-refs.lock", "index.lock"])
def test_other_locks_hold_nothing_up(clones: tuple[Clone, Clone], name: str) -> None:
    """Git writes no ledger that a ref keeps: no lock of its is waited for, or refuses a command."""
    ann, _ = clones
    (ann.root / ".git" / name).write_text("")
    ann.tracer("intent", "add", "INT-30", "--scope", "thirty/**")
    ann.agent("INT-2", {"shop/tax.py": TAX})
    assert {row["origin"]["intent_id"] for row in ann.report("blame", "shop/tax.py")["lines"]} == {
        "INT-2"
    }
    assert ann.report("verify")["ok"]
