"""Commits that put code back: reverts by people and agents, old versions checked out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flow import flow
from samples import GO, MD, MD_FAQ, PY, PY_DISCOUNT, PY_REMINDER

if TYPE_CHECKING:
    from team import Agent
    from world import Clone, World

HEAD = "# This file belongs to the accountants; ask them before you change it.\n"
ANNS = "ann @Begin"
EDITS = (
    ("    return received >= self.net()", "    return received > self.net()"),
    (
        "    return received >= self.net()",
        "    due = self.net()\n        return received >= due",
    ),
)


def edited(ann: Clone, edit: tuple[str, str]) -> Agent:
    """An agent's edit of Ann's line, committed."""
    opus = ann.agent()
    opus.edit("billing.py", edit)
    opus.commit("Compare")
    return opus


def expect_anns(ann: Clone) -> None:
    ann.world.ask()
    ann.expect_clean()
    ann.expect_blame("billing.py", {"return received >=": ANNS, "received = ": ANNS})
    ann.expect_nothing_left("INT-1")


@flow(ledgers="ref none")
def person_reverts_an_agents_edit(w: World) -> None:
    """A value that an agent changed comes back with `git revert`: it is Ann's, who wrote it."""
    ann = w.solo({"billing.py": PY})
    edited(ann, EDITS[0]).stop()
    ann.person("bob").git("revert", "--no-edit", "HEAD")
    expect_anns(ann)


@flow(ledgers="ref none", seldom=True)
def person_reverts_an_agents_refactoring(w: World) -> None:
    """The same of a variable that an agent extracted: the line does not stay the agent's."""
    ann = w.solo({"billing.py": PY})
    edited(ann, EDITS[1]).stop()
    ann.person("bob").git("revert", "--no-edit", "HEAD")
    expect_anns(ann)


@flow(ledgers="ref none")
def revert_after_other_work_in_the_file(w: World) -> None:
    """Between the edit and its revert, others change the file: only the edit is taken back."""
    ann = w.solo({"billing.py": PY})
    edited(ann, EDITS[0]).stop()
    ann.person("bob").prepend("billing.py", HEAD)
    ann.person("bob").commit("Say whose it is")
    ann.person("bob").git("revert", "--no-edit", "HEAD~1")
    expect_anns(ann)
    ann.expect_blame("billing.py", {"belongs to": "bob @Say whose it is"})


@flow(ledgers="ref none")
def old_version_checked_out_and_committed(w: World) -> None:
    """`git checkout REVISION -- FILE` and a commit: the lines are whose they were."""
    ann = w.solo({"billing.py": PY})
    edited(ann, EDITS[0]).stop()
    ann.person("bob").git("checkout", "HEAD~1", "--", "billing.py")
    ann.person("bob").git("commit", "-q", "-m", "As it was")
    expect_anns(ann)


@flow(ledgers="ref none")
def merge_of_an_edit_reverted(w: World) -> None:
    """A merged topic that changed Ann's line is reverted with -m 1."""
    ann = w.solo({"billing.py": PY, "README.md": MD})
    ann.git("checkout", "-q", "-b", "topic")
    edited(ann, EDITS[1]).stop()
    ann.git("checkout", "-q", "main")
    ann.person("bob").append("README.md", MD_FAQ)
    ann.person("bob").commit("Questions")
    ann.git("merge", "-q", "--no-ff", "-m", "Merge the topic", "topic")
    ann.person("bob").git("revert", "--no-edit", "-m", "1", "HEAD")
    expect_anns(ann)


@flow(ledgers="ref none")
def agent_reverts_an_agents_edit(w: World) -> None:
    """An agent reverts what another one committed: it wrote none of what comes back."""
    ann = w.solo({"billing.py": PY})
    edited(ann, EDITS[0]).stop()
    acme = ann.agent("acme", "INT-2")
    acme.sh("git revert --no-edit HEAD")
    acme.stop()
    expect_anns(ann)
    ann.expect_nothing_left("INT-2")


@flow(ledgers="ref none", seldom=True)
def agent_reverts_a_persons_edit(w: World) -> None:
    """An agent reverts a person's commit: the line is Ann's again, not the agent's."""
    ann = w.solo({"billing.py": PY})
    ann.person("bob").edit("billing.py", EDITS[0])
    ann.person("bob").commit("Compare")
    opus = ann.agent()
    opus.sh("git revert --no-edit HEAD")
    opus.stop()
    expect_anns(ann)


@flow(ledgers="ref none", seldom=True)
def agent_reverts_after_other_work(w: World) -> None:
    """An agent reverts a person's commit that is not the newest one of the file."""
    ann = w.solo({"billing.py": PY})
    ann.person("bob").edit("billing.py", EDITS[0])
    ann.person("bob").commit("Compare")
    ann.person("bob").prepend("billing.py", HEAD)
    ann.person("bob").commit("Say whose it is")
    opus = ann.agent()
    opus.sh("git revert --no-edit HEAD~1")
    opus.stop()
    expect_anns(ann)
    ann.expect_blame("billing.py", {"belongs to": "bob @Say whose it is"})


@flow(ledgers="ref")
def agent_checks_an_old_file_out(w: World) -> None:
    """An agent puts one file back to an older commit and edits it further."""
    ann = w.solo({"billing.py": PY, "store.go": GO})
    ann.person("bob").edit("billing.py", EDITS[0])
    ann.person("bob").commit("Compare")
    opus = ann.agent()
    opus.sh("git checkout -q HEAD~1 -- billing.py")
    opus.append("billing.py", PY_DISCOUNT)
    opus.commit("As it was, with discounts")
    opus.stop()
    w.ask()
    ann.expect_blame(
        "billing.py",
        {"return received >=": "ann @Begin", "factor = ": "INT-1/opus @As it was, with discounts"},
    )


@flow(ledgers="ref file")
def attempt_thrown_away_then_renamed_by_a_person(w: World) -> None:
    """An agent's deletion is thrown away, a person renames a parameter: the lines are Ann's."""
    ann = w.solo({"billing.py": PY + PY_DISCOUNT, "README.md": MD})
    opus = ann.agent()
    opus.write("billing.py", PY)
    ann.git("checkout", "-q", "--", "billing.py")
    renamed = PY_DISCOUNT.replace("percent", "rate")
    ann.person("bob").write("billing.py", PY + PY_REMINDER + renamed)
    opus.append("README.md", MD_FAQ)
    opus.stop()
    ann.expect_blame("billing.py", {"factor = ": "ann @Begin", "quantize": "ann @Begin"})
    ann.person("bob").commit("Rates")
    w.ask()
    ann.expect_blame(
        "billing.py",
        {"factor = ": "ann @Begin", "quantize": "ann @Begin", "salutation = ": "bob @Rates"},
    )
