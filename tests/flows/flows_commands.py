"""Git's less common commands in a day's work: partial commits, aborted attempts, picks."""

from flow import flow
from samples import (
    GO,
    GO_DELETE,
    GO_KEYS,
    MD,
    MD_DEPLOY,
    PY,
    PY_DISCOUNT,
    PY_EXPORT,
    PY_REMINDER,
    TS,
    TS_COUPON,
    TS_SHIPPING,
)
from world import Clone, World

NET = ('        """The sum of all lines."""\n', '        """What all lines come to."""\n')
PAID = ("received >= self.net()", "received >= self.net() > 0")


@flow(ledgers="ref none")
def stash_with_untracked_files(w: World) -> None:
    """`git stash -u` by an agent takes a new file and an edit away; both come back."""
    ann = w.solo({"cart.ts": TS, "README.md": MD})
    opus = ann.agent()
    opus.append("cart.ts", TS_SHIPPING)
    opus.write("billing.py", PY)
    opus.sh("git stash -q -u")
    ann.expect_clean()
    acme = ann.agent("acme", "INT-2")
    acme.append("README.md", MD_DEPLOY)
    acme.commit("Say how to deploy")
    opus.sh("git stash pop -q")
    opus.commit("Shipping and billing")
    opus.stop()
    acme.stop()
    w.ask()
    ann.expect_clean()
    ann.expect_blame("cart.ts", {"const domestic": "INT-1/opus @Shipping and billing"})
    ann.expect_blame("billing.py", {"received >=": "INT-1/opus @Shipping and billing"})
    ann.expect_blame("README.md", {"Nobody deploys": "INT-2/acme @Say how to deploy"})


@flow(ledgers="ref none")
def stash_becomes_a_branch(w: World) -> None:
    """`git stash branch` brings an agent's work back on the commit where it began."""
    ann = w.solo({"store.go": GO})
    opus = ann.agent()
    opus.append("store.go", GO_KEYS)
    opus.stop()
    ann.git("stash", "-q")
    ann.person("bob").append("store.go", GO_DELETE)
    ann.person("bob").commit("Delete keys")
    ann.git("stash", "branch", "listing")
    ann.commit("List keys")
    ann.git("checkout", "-q", "main")
    ann.git("merge", "-q", "listing", fails=True)
    ann.put("store.go", GO + GO_DELETE + GO_KEYS)
    ann.git("add", "store.go")
    ann.git("commit", "-q", "-m", "Merge the listing")
    w.ask()
    ann.expect_blame(
        "store.go",
        {"matching :=": "INT-1/opus @List keys", "existed :=": "bob @Delete keys"},
    )


def staged_apart(ann: Clone, first: str, last: str, path: str) -> None:
    """Commit a version that stands between two as `git add -p` makes it: in the index alone."""
    ann.put(path, first)
    ann.git("add", path)
    ann.put(path, last)


@flow(ledgers="ref none")
def hunks_of_two_intents_in_one_function(w: World) -> None:
    """Two agents change neighbouring lines of Ann's class; `add -p` commits them apart."""
    ann = w.solo({"billing.py": PY})
    opus, acme = ann.agent("opus", "INT-1"), ann.agent("acme", "INT-2")
    opus.edit("billing.py", NET)
    acme.edit("billing.py", PAID)
    opus.stop()
    acme.stop()
    staged_apart(ann, PY.replace(*PAID), ann.text("billing.py"), "billing.py")
    ann.git("commit", "-q", "-m", "Positive sums")
    ann.expect_blame("billing.py", {"What all lines come to": ("INT-1/opus", "?")})
    ann.commit("Say it better")
    w.ask()
    ann.expect_blame(
        "billing.py",
        {
            "> 0": "INT-2/acme @Positive sums",
            "What all lines come to": "INT-1/opus @Say it better",
            "received = sum": "ann @Begin",
        },
    )


@flow(ledgers="ref none")
def rebase_stops_to_edit_and_fixes_up(w: World) -> None:
    """`rebase -i` with fixup and edit: at the stop another agent adds code and amends."""
    ann = w.solo({"billing.py": PY, "cart.ts": TS})
    opus, acme = ann.agent("opus", "INT-1"), ann.agent("acme", "INT-2")
    opus.append("billing.py", PY_DISCOUNT)
    opus.commit("Discounts")
    acme.append("cart.ts", TS_COUPON)
    acme.commit("Coupons")
    opus.edit("billing.py", ("percent) / 100", "percent) / Decimal(100)"))
    opus.commit("fixup")
    todo = "sed -i -e '3d' -e '1a fixup fixup' -e '2s/^pick/edit/'"
    last = ann.git("rev-parse", "--short", "HEAD").strip()
    todo = todo.replace("fixup fixup", f"fixup {last}")
    ann.git("rebase", "-q", "-i", "HEAD~3", env={"GIT_SEQUENCE_EDITOR": todo})
    acme.append("cart.ts", TS_SHIPPING)
    acme.sh("git add cart.ts && git commit -q --amend --no-edit")
    acme.sh("git rebase --continue")
    opus.stop()
    acme.stop()
    w.ask()
    subjects = ann.git("log", "--format=%s", "-2").split("\n")[:2]
    w.note(subjects == ["Coupons", "Discounts"], f"flow is wrong: {subjects}")
    ann.expect_clean()
    ann.expect_blame(
        "billing.py",
        {"/ Decimal(100)": "INT-1/opus @Discounts", "quantize": "INT-1/opus @Discounts"},
    )
    ann.expect_blame(
        "cart.ts",
        {"const reduction": "INT-2/acme @Coupons", "const domestic": "INT-2/acme @Coupons"},
    )


@flow(ledgers="ref none")
def commit_stopped_by_a_hook_then_amended(w: World) -> None:
    """A pre-commit hook formats and fails; the agent adds again, then amends, once unverified."""
    ann = w.solo({"billing.py": PY})
    where = ann.git("rev-parse", "--git-path", "hooks").strip()
    hook = "#!/bin/sh\ngrep -q ' / 100' billing.py || exit 0\n"
    ann.put(f"{where}/pre-commit", hook + "sed -i 's: / 100: / Decimal(100):' billing.py\nexit 1\n")
    (ann.path / where / "pre-commit").chmod(0o755)
    opus = ann.agent()
    opus.append("billing.py", PY_DISCOUNT)
    opus.sh("git add -A && git commit -q -m Discounts", fails=True)
    opus.sh("git add -A && git commit -q -m Discounts")
    opus.append("billing.py", PY_REMINDER)
    opus.sh("git add -A && git commit -q --amend --no-edit --no-verify")
    opus.stop()
    w.ask()
    ann.expect_clean()
    ann.expect_blame(
        "billing.py",
        {
            "/ Decimal(100)": "INT-1/opus @Discounts",
            "salutation = ": "INT-1/opus @Discounts",
            "received >=": "ann @Begin",
        },
    )


@flow(ledgers="ref none")
def picked_with_x_through_a_conflict(w: World) -> None:
    """`cherry-pick -x` to an older release stops; a person resolves: the fix is the agent's."""
    ann = w.solo({"store.go": GO})
    ann.git("branch", "release-1")
    ann.person("bob").append("store.go", GO_DELETE)
    ann.person("bob").commit("Delete keys")
    opus = ann.agent()
    opus.append("store.go", GO_KEYS)
    fix = opus.commit("List keys")
    opus.stop()
    ann.git("checkout", "-q", "release-1")
    ann.git("cherry-pick", "-x", fix, fails=True)
    ann.put("store.go", GO + GO_KEYS)
    ann.git("add", "store.go")
    ann.git("cherry-pick", "--continue")
    w.ask()
    ann.expect_clean()
    ann.expect_blame(
        "store.go", {"matching :=": "INT-1/opus @List keys", "value, ok :=": "ann @Begin"}
    )
    ann.expect_intent_code("INT-1", {"store.go": ["matching :="]})


@flow(ledgers="ref none")
def picks_without_commit_make_one(w: World) -> None:
    """`cherry-pick -n` of two commits of two writers, committed as one by a third."""
    ann = w.solo({"cart.ts": TS, "billing.py": PY})
    ann.git("checkout", "-q", "-b", "topic")
    opus = ann.agent()
    opus.append("cart.ts", TS_COUPON)
    opus.commit("Coupons")
    opus.stop()
    ann.person("bob").append("billing.py", PY_EXPORT)
    ann.person("bob").commit("Rows")
    ann.git("checkout", "-q", "main")
    ann.git("cherry-pick", "-n", "topic~1", "topic")
    ann.person("cleo").git("commit", "-q", "-m", "Both")
    w.ask()
    ann.expect_clean()
    ann.expect_blame("cart.ts", {"const reduction": ("INT-1/opus", "cleo @Both")})
    ann.expect_intent_code("INT-1", {"cart.ts": ["const reduction"]})


@flow(ledgers="ref none")
def merge_reverted_and_taken_back(w: World) -> None:
    """A merge is reverted with -m 1, and the revert is reverted: all is whose it was."""
    ann = w.solo({"billing.py": PY, "README.md": MD})
    ann.git("checkout", "-q", "-b", "topic")
    opus = ann.agent()
    opus.append("billing.py", PY_DISCOUNT)
    opus.edit("billing.py", NET)
    opus.commit("Discounts")
    opus.stop()
    ann.person("bob").append("billing.py", PY_REMINDER)
    ann.person("bob").commit("Reminders")
    ann.git("checkout", "-q", "main")
    ann.person().append("README.md", MD_DEPLOY)
    ann.commit("Say how to deploy")
    ann.git("merge", "-q", "--no-ff", "-m", "Merge the topic", "topic")
    ann.person("cleo").git("revert", "--no-edit", "-m", "1", "HEAD")
    ann.expect_nothing_left("INT-1")
    ann.person("cleo").git("revert", "--no-edit", "HEAD")
    w.ask()
    ann.expect_blame(
        "billing.py",
        {
            "factor = ": "INT-1/opus @Discounts",
            "What all lines come to": "INT-1/opus @Discounts",
            "salutation = ": "bob @Reminders",
            "received >=": "ann @Begin",
        },
    )


@flow()
def attempts_are_aborted(w: World) -> None:
    """An agent begins a rebase, a merge, a pick and a revert, and aborts each: all as it was."""
    ann = w.solo({"billing.py": PY})
    line = "        return received >= self.net()\n"
    opus = ann.agent()
    ann.git("checkout", "-q", "-b", "topic")
    opus.edit("billing.py", (line, line.replace(">=", ">")))
    opus.commit("Strictly more")
    ann.git("checkout", "-q", "main")
    ann.person("bob").edit("billing.py", (line, line.replace("received", "abs(received)")))
    ann.person("bob").commit("Bob's way")
    opus.sh("git checkout -q topic")
    opus.sh("git rebase -q main", fails=True)
    opus.sh("git rebase --abort")
    opus.sh("git merge -q main", fails=True)
    opus.sh("git merge --abort")
    opus.sh("git cherry-pick main", fails=True)
    opus.sh("git cherry-pick --abort")
    opus.append("billing.py", PY_DISCOUNT)
    opus.commit("Discounts")
    opus.sh("git revert --no-commit HEAD")
    opus.sh("git revert --abort")
    opus.stop()
    w.ask()
    ann.expect_clean()
    ann.expect_blame(
        "billing.py",
        {
            "received > self": "INT-1/opus @Strictly more",
            "factor = ": "INT-1/opus @Discounts",
            "received = sum": "ann @Begin",
        },
    )


@flow()
def work_is_thrown_away_by_an_agent(w: World) -> None:
    """An agent resets, checks out and restores what it wrote, and aborts what it cannot merge."""
    ann = w.solo({"billing.py": PY, "cart.ts": TS})
    line = "        return received >= self.net()\n"
    opus = ann.agent()
    ann.git("checkout", "-q", "-b", "topic")
    opus.edit("billing.py", (line, line.replace(">=", ">")))
    opus.commit("Strictly more")
    opus.sh("git checkout -q main")
    opus.edit("billing.py", (line, line.replace("received", "abs(received)")))
    opus.commit("Absolutely")
    opus.append("billing.py", PY_DISCOUNT)
    opus.sh("git reset -q --hard")
    opus.append("billing.py", PY_EXPORT)
    opus.append("cart.ts", TS_SHIPPING)
    opus.sh("git checkout -q -- billing.py")
    opus.append("billing.py", PY_REMINDER)
    opus.sh("git restore billing.py")
    opus.sh("git add -A && git commit -q -m Shipping")
    opus.sh("git cherry-pick topic", fails=True)
    opus.edit("cart.ts", ("4.9 :", "5.9 :"))
    opus.sh("git cherry-pick --abort")
    w.note("5.9 :" in ann.text("cart.ts"), "an abort keeps work on other files")
    opus.sh("git checkout -q -- cart.ts")
    opus.sh("git rebase -q topic", fails=True)
    opus.sh("git rebase --abort")
    opus.append("cart.ts", TS_COUPON)
    opus.sh("git checkout -q topic", fails=True)
    opus.sh("git stash -q && git checkout -q topic && git checkout -q - && git stash pop -q")
    opus.commit("Coupons")
    opus.stop()
    w.ask()
    ann.expect_clean()
    ann.expect_blame("billing.py", {"abs(received)": "INT-1/opus @Absolutely"})
    ann.expect_blame(
        "cart.ts",
        {"4.9 :": "INT-1/opus @Shipping", "const reduction": "INT-1/opus @Coupons"},
    )
    ann.expect_intent_code(
        "INT-1", {"billing.py": ["abs("], "cart.ts": ["const domestic", "const reduction"]}
    )


@flow(ledgers="ref none")
def bisect_run_by_an_agent(w: World) -> None:
    """`git bisect run` tests five commits through an agent's shell; nothing changes hands."""
    ann = w.solo({"billing.py": PY})
    opus = ann.agent()
    for number in range(5):
        opus.append("billing.py", f"\n\nLIMIT_{number} = {number} * 1000 + {number}\n")
        opus.commit(f"Limit {number}")
    bad = ann.git("rev-parse", "HEAD~2").strip()
    opus.sh("git bisect start HEAD HEAD~5")
    said = opus.sh("git bisect run sh -c '! grep -q LIMIT_2 billing.py'")
    w.note(bad in said, f"bisect should name {bad[:8]}: {said[-200:]}")
    opus.sh("git bisect reset")
    opus.stop()
    w.ask()
    ann.expect_clean()
    ann.expect_blame(
        "billing.py",
        {"LIMIT_2": "INT-1/opus @Limit 2", "LIMIT_4": "INT-1/opus @Limit 4"},
    )


@flow()
def agent_commits_with_and_without_a_trailer(w: World) -> None:
    """One agent's commit names its intent, the next does not: the record says both times."""
    ann = w.solo({"cart.ts": TS, "store.go": GO})
    opus = ann.agent()
    opus.append("cart.ts", TS_COUPON)
    opus.sh("git add -A && git commit -q -m Coupons --trailer 'Intent: INT-1'")
    opus.append("store.go", GO_KEYS)
    opus.sh("git add -A && git commit -q -m Keys")
    opus.stop()
    w.ask()
    ann.expect_clean()
    if w.traced:
        ann.expect_blame("cart.ts", {"const reduction": "INT-1/opus @Coupons"})
        ann.expect_blame("store.go", {"matching :=": "INT-1/opus @Keys"})
        ann.expect_intent_code(
            "INT-1", {"cart.ts": ["const reduction"], "store.go": ["matching :="]}
        )
