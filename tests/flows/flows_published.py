"""History that others have: force-pushes, rewritten authors, tags, mirrors, cleaning up."""

from flow import flow
from samples import (
    GO,
    GO_DELETE,
    GO_KEYS,
    MD,
    MD_DEPLOY,
    PY,
    PY_DISCOUNT,
    PY_REMINDER,
    TS,
    TS_COUPON,
    TS_SHIPPING,
)
from world import World


@flow(ledgers="ref none")
def teammate_pushes_with_force(w: World) -> None:
    """Bob rewrites what he pushed; Ann, whose agent has built on it, rebases onto his new work."""
    ann = w.team({"billing.py": PY, "cart.ts": TS})
    bob = w.clone("bob")
    bob.person().append("billing.py", PY_REMINDER)
    bob.commit("Reminder")
    bob.git("push", "-q")
    ann.git("pull", "-q", "--ff-only")
    opus = ann.agent()
    opus.append("cart.ts", TS_COUPON)
    opus.commit("Coupons")
    bob.person().edit("billing.py", ("is {overdue_days} days", "is since {overdue_days} days"))
    bob.git("commit", "-q", "-a", "--amend", "-m", "Reminders")
    bob.git("push", "-q", "--force-with-lease")
    opus.sh("git fetch -q")
    opus.sh("git rebase -q --onto origin/main HEAD~1")
    opus.sh("git push -q")
    opus.stop()
    bob.git("pull", "-q", "--ff-only")
    w.ask()
    for clone in (ann, bob):
        clone.expect_clean()
        clone.expect_blame("cart.ts", {"const reduction": "INT-1/opus @Coupons"})
        clone.expect_blame(
            "billing.py", {"is since": "bob @Reminders", "salutation = ": "bob @Reminders"}
        )


@flow(ledgers="ref none", seldom=True)
def authors_are_rewritten(w: World) -> None:
    """`filter-branch` changes authors and messages; what agents wrote stays theirs."""
    ann = w.solo({"billing.py": PY})
    opus = ann.agent()
    opus.append("billing.py", PY_DISCOUNT)
    opus.commit("Discounts")
    opus.stop()
    ann.person("bob").append("billing.py", PY_REMINDER)
    ann.person("bob").commit("Reminders")
    quiet = {"FILTER_BRANCH_SQUELCH_WARNING": "1"}
    rename = "if test $GIT_AUTHOR_EMAIL = bob@example.org; then GIT_AUTHOR_NAME='Cleo Chen'; "
    rename += "GIT_AUTHOR_EMAIL=cleo@example.org; fi"
    ann.git("filter-branch", "--env-filter", rename, "--msg-filter", "sed 's/s$/s!/'", env=quiet)
    w.ask()
    ann.expect_clean()
    ann.expect_blame(
        "billing.py",
        {"factor = ": "INT-1/opus @Discounts!", "salutation = ": "cleo @Reminders!"},
    )


@flow(ledgers="ref none")
def agent_works_on_a_detached_head(w: World) -> None:
    """An agent commits twice at a tag without a branch; a branch is made of it, and merged."""
    ann = w.solo({"store.go": GO, "README.md": MD})
    ann.git("tag", "-a", "-m", "One", "v1")
    ann.person("bob").append("README.md", MD_DEPLOY)
    ann.person("bob").commit("Say how to deploy")
    opus = ann.agent()
    opus.sh("git checkout -q v1")
    opus.append("store.go", GO_KEYS)
    opus.commit("List keys")
    opus.append("store.go", GO_DELETE)
    opus.commit("Delete keys")
    opus.sh("git switch -q -c fix && git checkout -q main && git merge -q --no-edit fix")
    opus.sh("git tag -a -m Two v2 && git branch -q -d fix")
    opus.stop()
    w.ask()
    ann.expect_clean()
    truth = {"matching :=": "INT-1/opus @List keys", "existed :=": "INT-1/opus @Delete keys"}
    ann.expect_blame("store.go", truth)
    ann.expect_blame("store.go", truth, rev="v2")
    ann.expect_blame("store.go", {"value, ok :=": "ann @Begin"}, rev="v1")


@flow(ledgers="ref none")
def repository_is_swept(w: World) -> None:
    """Reflogs expire, packs are made, loose objects pruned: answers are as they were."""
    ann = w.team({"billing.py": PY, "cart.ts": TS})
    opus = ann.agent()
    opus.append("billing.py", PY_DISCOUNT)
    opus.commit("Discounts")
    opus.append("cart.ts", TS_COUPON)
    opus.commit("Coupons")
    opus.sh("git reset -q --hard HEAD~1")
    opus.append("cart.ts", TS_SHIPPING)
    opus.commit("Shipping")
    opus.stop()
    ann.git("push", "-q")
    ann.git("reflog", "expire", "--expire=now", "--all")
    ann.git("gc", "-q", "--aggressive", "--prune=now")
    ann.git("pack-refs", "--all")
    ann.git("prune")
    ann.git("fsck", "--no-dangling")
    ann.git("remote", "prune", "origin")
    w.ask()
    ann.expect_clean()
    ann.expect_blame("billing.py", {"factor = ": "INT-1/opus @Discounts"})
    ann.expect_blame("cart.ts", {"const domestic": "INT-1/opus @Shipping"})


@flow(ledgers="ref none")
def project_moves_to_another_host(w: World) -> None:
    """The shared repository is mirrored elsewhere; a fresh clone of the new one knows all."""
    ann = w.team({"billing.py": PY})
    opus = ann.agent()
    opus.append("billing.py", PY_DISCOUNT)
    opus.commit("Discounts")
    opus.stop()
    ann.git("push", "-q")
    w.run_in(w.base, "git", "clone", "-q", "--mirror", "origin.git", "new.git")
    ann.git("remote", "set-url", "origin", str(w.base / "new.git"))
    bob = w.clone("bob", source="new.git")
    bob.person().append("billing.py", PY_REMINDER)
    bob.commit("Reminders")
    bob.git("push", "-q")
    ann.git("pull", "-q")
    w.ask()
    for clone in (ann, bob):
        clone.expect_blame(
            "billing.py",
            {"factor = ": "INT-1/opus @Discounts", "salutation = ": "bob @Reminders"},
        )


@flow(ledgers="ref none")
def main_gets_another_name(w: World) -> None:
    """`main` becomes `trunk`, here and at the shared repository."""
    ann = w.team({"billing.py": PY})
    opus = ann.agent()
    opus.append("billing.py", PY_DISCOUNT)
    opus.commit("Discounts")
    ann.git("branch", "-m", "main", "trunk")
    ann.git("push", "-q", "-u", "origin", "trunk")
    w.run_in(w.base / "origin.git", "git", "symbolic-ref", "HEAD", "refs/heads/trunk")
    ann.git("push", "-q", "origin", "--delete", "main")
    ann.git("remote", "set-head", "origin", "-a")
    opus.append("billing.py", PY_REMINDER)
    opus.commit("Reminders")
    opus.stop()
    ann.git("push", "-q")
    bob = w.clone("bob")
    w.ask()
    for clone in (ann, bob):
        clone.expect_clean()
        clone.expect_blame(
            "billing.py",
            {"factor = ": "INT-1/opus @Discounts", "salutation = ": "INT-1/opus @Reminders"},
        )


@flow(ledgers="ref none")
def fork_with_two_remotes(w: World) -> None:
    """Bob's agent works in a fork beside `upstream`; both remotes get what he pushes."""
    ann = w.team({"store.go": GO, "README.md": MD})
    w.run_in(w.base, "git", "clone", "-q", "--bare", "origin.git", "fork.git")
    bob = w.clone("bob", source="fork.git")
    bob.git("remote", "add", "upstream", str(w.base / "origin.git"))
    ann.person().append("README.md", MD_DEPLOY)
    ann.commit("Say how to deploy")
    ann.git("push", "-q")
    opus = bob.agent()
    opus.append("store.go", GO_KEYS)
    opus.commit("List keys")
    opus.sh("git fetch -q --all && git rebase -q upstream/main")
    opus.sh("git push -q origin main && git push -q upstream main")
    opus.stop()
    ann.git("pull", "-q", "--ff-only")
    w.ask()
    for clone in (ann, bob):
        clone.expect_clean()
        clone.expect_blame(
            "store.go", {"matching :=": "INT-1/opus @List keys", "value, ok :=": "ann @Begin"}
        )
        clone.expect_blame("README.md", {"Nobody deploys": "ann @Say how to deploy"})


@flow(ledgers="ref none")
def shallow_clone_works_then_deepens(w: World) -> None:
    """An agent works in a clone of depth 1 and pushes; deepened, it answers like a full one."""
    ann = w.team({"billing.py": PY})
    ann.person().append("billing.py", PY_REMINDER)
    ann.commit("Reminders")
    opus = ann.agent()
    opus.edit("billing.py", ("full_name}", "name}"))
    opus.commit("Short names")
    opus.stop()
    ann.git("push", "-q")
    bob = w.clone("bob", flags=("--depth", "1"))
    acme = bob.agent("acme", "INT-2")
    acme.append("billing.py", PY_DISCOUNT)
    acme.commit("Discounts")
    acme.stop()
    bob.git("push", "-q")
    bob.git("fetch", "-q", "--unshallow")
    ann.git("pull", "-q", "--ff-only")
    w.ask()
    for clone in (ann, bob):
        clone.expect_blame(
            "billing.py",
            {
                "salutation = ": "INT-1/opus @Short names",
                "overdue.": "ann @Reminders",
                "factor = ": "INT-2/acme @Discounts",
                "received >=": "ann @Begin",
            },
        )


@flow(ledgers="ref none")
def clone_without_blobs(w: World) -> None:
    """A partial clone knows the ledger; of code it says what it lacks, and how to get it."""
    ann = w.team({"store.go": GO, "README.md": MD})
    w.run_in(w.base / "origin.git", "git", "config", "uploadpack.allowFilter", "true")
    opus = ann.agent()
    opus.append("store.go", GO_KEYS)
    opus.commit("List keys")
    opus.stop()
    ann.git("push", "-q")
    bob = w.clone("bob", flags=("--filter=blob:none",))
    acme = bob.agent("acme", "INT-2")
    acme.append("store.go", GO_DELETE)
    acme.commit("Delete keys")
    acme.stop()
    done = bob.run("tracer", "diff", "HEAD~2", "HEAD")
    w.note(done.returncode == 3 and "not in this clone" in done.stderr, f"diff: {done}")
    said = bob.run("tracer", "blame", "store.go").stderr
    w.note("`git blame -s store.go` brings it" in said, f"blame should say how: {said}")
    bob.git("blame", "-s", "store.go")
    w.ask()
    bob.expect_blame(
        "store.go",
        {
            "matching :=": "INT-1/opus @List keys",
            "existed :=": "INT-2/acme @Delete keys",
            "value, ok :=": "ann @Begin",
        },
    )


@flow(ledgers="ref none")
def stacked_branches_move_together(w: World) -> None:
    """Three branches on top of each other are rebased with `--update-refs` and landed in turn."""
    ann = w.solo({"billing.py": PY, "cart.ts": TS, "README.md": MD})
    opus, acme = ann.agent("opus", "INT-1"), ann.agent("acme", "INT-2")
    ann.git("checkout", "-q", "-b", "one")
    opus.append("billing.py", PY_DISCOUNT)
    opus.commit("Discounts")
    ann.git("checkout", "-q", "-b", "two")
    acme.append("cart.ts", TS_COUPON)
    acme.commit("Coupons")
    ann.git("checkout", "-q", "main")
    ann.person("bob").append("README.md", MD_DEPLOY)
    ann.person("bob").commit("Say how to deploy")
    ann.git("checkout", "-q", "two")
    ann.git("rebase", "-q", "--update-refs", "main")
    ann.git("checkout", "-q", "main")
    ann.git("merge", "-q", "--squash", "one")
    ann.person("cleo").git("commit", "-q", "-m", "Discounts (#1)")
    ann.git("rebase", "-q", "--onto", "main", "one", "two")
    ann.git("checkout", "-q", "main")
    ann.git("merge", "-q", "--squash", "two")
    ann.person("cleo").git("commit", "-q", "-m", "Coupons (#2)")
    opus.stop()
    acme.stop()
    w.ask()
    ann.expect_clean()
    ann.expect_blame("billing.py", {"factor = ": ("INT-1/opus", "cleo @Discounts (#1)")})
    ann.expect_blame("cart.ts", {"const reduction": ("INT-2/acme", "cleo @Coupons (#2)")})
    ann.expect_intent_code("INT-1", {"billing.py": ["factor = "]})
    ann.expect_intent_code("INT-2", {"cart.ts": ["const reduction"]})


@flow(ledgers="ref file", seldom=True)
def second_revert_with_the_ledger(w: World) -> None:
    """Code and records of one commit go and come back twice, with other work in between."""
    ann = w.solo({"cart.ts": TS, "billing.py": PY})
    opus = ann.agent()
    opus.append("cart.ts", TS_COUPON)
    opus.stop()
    turned = ann.commit("Coupons")
    for text in (PY_DISCOUNT, PY_REMINDER):
        for holds in (False, True):
            ann.git("revert", "--no-edit", turned)
            turned = ann.git("rev-parse", "HEAD").strip()
            ann.expect_verified()
            if holds:
                ann.expect_blame("cart.ts", {"const reduction": "INT-1/opus"})
            else:
                ann.expect_nothing_left("INT-1")
            ann.settle()
        acme = ann.agent("acme", "INT-2")
        acme.append("billing.py", text)
        acme.stop()
        ann.commit("More")
    w.ask()
    ann.expect_blame("cart.ts", {"const reduction": "INT-1/opus"})
    ann.expect_blame("billing.py", {"factor = ": "INT-2/acme", "salutation = ": "INT-2/acme"})


@flow()
def depth_of_one_knows_an_agents_function(w: World) -> None:
    """A clone of one commit knows from the ledger what an agent wrote before it, and no more."""
    ann = w.team({"billing.py": PY})
    opus = ann.agent()
    opus.append("billing.py", PY_DISCOUNT)
    opus.commit("Discounts")
    ann.person().append("billing.py", PY_REMINDER)
    ann.commit("Reminder")
    ann.git("push", "-q")
    bob = w.clone("bob", flags=("--depth", "1"))
    if w.traced:
        bob.expect_blame("billing.py", {"factor = ": "INT-1/opus", "class Invoice": "?"})
    bob.git("fetch", "-q", "--unshallow")
    w.ask()
    truth = {
        "factor = ": "INT-1/opus @Discounts",
        "class Invoice": "ann @Begin",
        "{overdue_days} days": "ann @Reminder",
    }
    bob.expect_blame("billing.py", truth)


@flow(ledgers="ref none")
def patch_by_mail_and_the_ledger_by_fetch(w: World) -> None:
    """Bob applies an agent's commit with `git am`; the records come later, by a fetch alone."""
    ann = w.team({"billing.py": PY})
    bob = w.clone("bob")
    opus = ann.agent()
    opus.append("billing.py", PY_DISCOUNT)
    opus.commit("Discounts")
    ann.git("format-patch", "-q", "-1", "-o", str(w.base / "mail"))
    bob.person().prepend("billing.py", "# Ours\n")
    bob.commit("Say whose")
    bob.git("am", "-q", *map(str, sorted((w.base / "mail").iterdir())))
    ann.git("push", "-q", "origin", "HEAD:refs/heads/discounts")
    bob.git("fetch", "-q")
    w.ask()
    truth = {
        "factor = ": "INT-1/opus @Discounts",
        "class Invoice": "ann @Begin",
        "# Ours": "bob @Say whose",
    }
    bob.expect_blame("billing.py", truth)


@flow(ledgers="ref none")
def remote_added_after_init(w: World) -> None:
    """A repository has tracer before it has a remote; its first push, and those of others."""
    ann = w.solo({"billing.py": PY, "cart.ts": TS})
    ann.git("remote", "add", "origin", str(w.bare()))
    ann.git("push", "-q", "-u", "origin", "main")
    bob = w.clone("bob")
    acme = bob.agent("acme", "INT-2")
    acme.append("cart.ts", TS_COUPON)
    acme.commit("Coupons")
    acme.stop()
    bob.git("push", "-q")
    ann.git("pull", "-q", "--ff-only")
    w.ask()
    for clone in (ann, bob):
        clone.expect_blame("cart.ts", {"const reduction": "INT-2/acme @Coupons"})
        clone.expect_intent_code("INT-2", {"cart.ts": ["const reduction"]})


@flow(ledgers="ref none", seldom=True)
def everything_is_pushed_to_a_mirror(w: World) -> None:
    """Ann moves to another host with `git push --mirror`, which takes the ledger's ref itself."""
    ann = w.team({"billing.py": PY, "cart.ts": TS})
    opus = ann.agent()
    opus.append("billing.py", PY_DISCOUNT)
    opus.commit("Discounts")
    opus.stop()
    ann.git("push", "-q")
    ann.git("remote", "add", "host", str(w.bare("host.git")))
    ann.git("push", "-q", "--mirror", "host")
    opus.append("cart.ts", TS_COUPON)
    opus.commit("Coupons")
    opus.stop()
    ann.git("push", "-q", "--mirror", "host")
    bob = w.clone("bob", source="host.git")
    w.ask()
    for clone in (ann, bob):
        clone.expect_blame("billing.py", {"factor = ": "INT-1/opus @Discounts"})
        clone.expect_blame("cart.ts", {"const reduction": "INT-1/opus @Coupons"})
