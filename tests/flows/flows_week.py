"""Merges, rebases, picks and reverts of a week, beside the plain ones of the other tables."""

from flow import flow
from samples import (
    GO,
    GO_DELETE,
    GO_KEYS,
    MD,
    MD_FAQ,
    PY,
    PY_DISCOUNT,
    PY_EXPORT,
    PY_REMINDER,
    TS,
    TS_COUPON,
)
from world import World


@flow(seldom=True)
def directory_renamed_and_a_file_added_to_the_old_one(w: World) -> None:
    """Ann renames src to lib on a branch; an agent adds src/x on main; git's merge moves it."""
    ann = w.solo({"src/billing.py": PY, "src/cart.ts": TS, "src/store.go": GO})
    acme = ann.agent("acme", "INT-2")
    ann.git("checkout", "-q", "-b", "tidy")
    ann.git("mv", "src", "lib")
    ann.commit("lib")
    ann.git("checkout", "-q", "main")
    acme.write("src/extra.py", PY_EXPORT.lstrip())
    acme.append("src/cart.ts", TS_COUPON)
    acme.commit("Exports")
    acme.stop()
    ann.settle()
    ann.git("-c", "merge.directoryRenames=true", "merge", "-q", "--no-edit", "tidy")
    w.ask()
    assert (ann.path / "lib/extra.py").exists()
    ann.expect_clean()
    ann.expect_blame("lib/extra.py", {"header = ": "INT-2/acme @Exports"})
    ann.expect_blame(
        "lib/cart.ts", {"const reduction": "INT-2/acme @Exports", "let sum": "ann @Begin"}
    )
    ann.expect_intent_code("INT-2", {"lib/extra.py": ["header = "], "lib/cart.ts": ["const known"]})


@flow(seldom=True)
def both_rename_the_file(w: World) -> None:
    """Two branches give the file two names; a person chooses one."""
    ann = w.solo({"store.go": GO, "README.md": MD})
    opus = ann.agent()
    opus.append("store.go", GO_DELETE)
    opus.commit("Delete")
    opus.stop()
    ann.settle()
    ann.git("checkout", "-q", "-b", "one")
    ann.git("mv", "store.go", "memory.go")
    ann.commit("memory")
    ann.git("checkout", "-q", "main")
    ann.git("mv", "store.go", "keep.go")
    ann.person("bob").append("keep.go", GO_KEYS)
    ann.person("bob").commit("keep")
    ann.git("merge", "-q", "one", fails=True)
    ann.git("rm", "-q", "--cached", "--ignore-unmatch", "store.go", "memory.go")
    if (ann.path / "memory.go").exists():
        (ann.path / "memory.go").unlink()
    ann.put("keep.go", GO + GO_DELETE + GO_KEYS)
    ann.git("add", "keep.go")
    ann.git("commit", "-q", "-m", "Merge one")
    w.ask()
    ann.expect_blame(
        "keep.go",
        {
            "existed :=": "INT-1/opus @Delete",
            "matching :=": "bob @keep",
            "defer s.mu": ("ann @Begin", "bob @keep", "INT-1/opus @Delete"),
            "value, ok": "ann @Begin",
        },
    )


@flow(seldom=True)
def merge_changed_before_it_is_committed(w: World) -> None:
    """`merge --no-commit`: Bob changes one line of an agent's before he commits the merge."""
    ann = w.solo({"store.go": GO, "README.md": MD})
    opus = ann.agent()
    ann.git("checkout", "-q", "-b", "topic")
    opus.append("store.go", GO_KEYS)
    opus.commit("Keys")
    opus.stop()
    ann.settle()
    ann.git("checkout", "-q", "main")
    ann.person("bob").append("README.md", MD_FAQ)
    ann.person("bob").commit("FAQ")
    ann.git("merge", "-q", "--no-ff", "--no-commit", "topic")
    ann.person("bob").edit(
        "store.go", ("make([]string, 0, len(s.values))", "make([]string, 0, 16)")
    )
    ann.person("bob").commit("Merge topic")
    w.ask()
    ann.expect_clean()
    ann.expect_blame(
        "store.go",
        {
            "0, 16": "bob @Merge topic",
            "candidate[:len": "INT-1/opus @Keys",
            "value, ok": "ann @Begin",
        },
    )


@flow(ledgers="ref none", seldom=True)
def rebase_with_exec_that_formats(w: World) -> None:
    """`rebase --exec` runs a formatter and amends each commit: no line changes hands."""
    ann = w.solo({"billing.py": PY})
    opus = ann.agent()
    opus.append("billing.py", PY_DISCOUNT.replace('"', "'").replace("'''", '"""'))
    opus.commit("Discounts")
    ann.person("bob").append(
        "billing.py", PY_EXPORT.replace('"number", "customer"', "'number','customer'")
    )
    ann.person("bob").commit("Export")
    opus.stop()
    commit = "git commit -q -a --amend --no-edit --allow-empty"
    ann.put("fmt.sh", f'sed -i "s/\'/\\"/g" billing.py && {commit}\n')
    ann.put(".git/info/exclude", "fmt.sh\n")
    ann.git("rebase", "-q", "-X", "theirs", "--exec", "sh fmt.sh", "HEAD~2")
    w.ask()
    ann.expect_blame(
        "billing.py",
        {
            "factor = ": "INT-1/opus @Discounts",
            'Decimal("0.01")': "INT-1/opus @Discounts",
            "body = ": "bob @Export",
            'header = ["number","customer"': "bob @Export",
        },
    )


@flow(ledgers="ref none", seldom=True)
def rebase_keeps_merges(w: World) -> None:
    """`rebase --rebase-merges` takes a merged topic along to a new base."""
    ann = w.solo({"billing.py": PY, "cart.ts": TS, "README.md": MD})
    opus, acme = ann.agent(), ann.agent("acme", "INT-2")
    ann.git("checkout", "-q", "-b", "big")
    opus.append("billing.py", PY_DISCOUNT)
    opus.commit("Discounts")
    ann.git("checkout", "-q", "-b", "small")
    acme.append("cart.ts", TS_COUPON)
    acme.commit("Coupons")
    ann.git("checkout", "-q", "big")
    opus.append("billing.py", PY_REMINDER)
    opus.commit("Reminders")
    ann.git("merge", "-q", "--no-edit", "small")
    opus.stop()
    acme.stop()
    ann.git("checkout", "-q", "main")
    ann.person("bob").append("README.md", MD_FAQ)
    ann.person("bob").commit("FAQ")
    ann.git("checkout", "-q", "big")
    ann.git("rebase", "-q", "--rebase-merges", "main")
    ann.git("checkout", "-q", "main")
    ann.git("merge", "-q", "--ff-only", "big")
    w.ask()
    ann.expect_clean()
    ann.expect_blame(
        "billing.py",
        {"factor = ": "INT-1/opus @Discounts", "salutation = ": "INT-1/opus @Reminders"},
    )
    ann.expect_blame("cart.ts", {"const reduction": "INT-2/acme @Coupons"})
    ann.expect_blame("README.md", {"Why is": "bob @FAQ"})


@flow(seldom=True)
def release_pick_with_drift_then_hotfix_back(w: World) -> None:
    """An agent's commit is picked to a release that differs; a hotfix there is merged back."""
    ann = w.solo({"billing.py": PY, "README.md": MD})
    opus, acme = ann.agent(), ann.agent("acme", "INT-2")
    ann.git("branch", "release")
    ann.person("bob").edit(
        "billing.py", ('    """What a customer owes."""', '    """What somebody owes."""')
    )
    ann.person("bob").commit("Somebody")
    opus.append("billing.py", PY_DISCOUNT)
    opus.commit("Discounts")
    opus.stop()
    ann.settle()
    picked = ann.git("log", "-1", "--format=%H", "--grep=Discounts").strip()
    ann.git("checkout", "-q", "release")
    ann.person("cleo").git("cherry-pick", "-x", picked)
    acme.edit("billing.py", ('Decimal("0.01")', 'Decimal("0.010")'))
    acme.commit("Hotfix")
    acme.stop()
    ann.settle()
    ann.expect_blame(
        "billing.py",
        {
            "factor = ": "INT-1/opus",
            "0.010": "INT-2/acme @Hotfix",
            "What a customer owes": "ann @Begin",
        },
    )
    ann.git("checkout", "-q", "main")
    ann.git("merge", "-q", "--no-edit", "-X", "theirs", "release")
    w.ask()
    ann.expect_clean()
    ann.expect_blame(
        "billing.py",
        {
            "factor = ": "INT-1/opus @Discounts",
            "0.010": "INT-2/acme @Hotfix",
            "What somebody owes": "bob @Somebody",
        },
    )


@flow(seldom=True)
def agent_picks_a_range_and_skips(w: World) -> None:
    """An agent picks three commits of two writers; one does not apply and is skipped."""
    ann = w.solo({"cart.ts": TS, "store.go": GO, "README.md": MD})
    opus, acme = ann.agent(), ann.agent("acme", "INT-2")
    ann.git("checkout", "-q", "-b", "work")
    opus.append("cart.ts", TS_COUPON)
    opus.commit("Coupons")
    ann.person("bob").edit(
        "README.md", ("A small shop for a small town.", "A small shop for a big town.")
    )
    ann.person("bob").commit("Town")
    ann.person("bob").append("store.go", GO_DELETE)
    ann.person("bob").commit("Delete")
    opus.stop()
    ann.settle()
    ann.git("checkout", "-q", "main")
    ann.person("cleo").edit(
        "README.md", ("A small shop for a small town.", "The only shop in town.")
    )
    ann.person("cleo").commit("Only")
    first = ann.git("log", "work", "--format=%H", "--grep=Coupons").strip()
    last = ann.git("log", "work", "-1", "--format=%H", "--grep=Delete").strip()
    acme.sh(f"git cherry-pick {first}^..{last}", fails=True)
    acme.sh("git checkout -q HEAD -- README.md; git cherry-pick --skip")
    acme.stop()
    w.ask()
    ann.expect_clean()
    ann.expect_blame("cart.ts", {"const reduction": "INT-1/opus @Coupons"})
    ann.expect_blame("store.go", {"existed :=": "bob @Delete"})
    ann.expect_blame("README.md", {"The only shop": "cleo @Only"})
    ann.expect_nothing_left("INT-2")


@flow(seldom=True)
def several_reverts_in_one_commit(w: World) -> None:
    """`git revert --no-commit` of two agents' commits, committed as one; then that one's revert."""
    ann = w.solo({"billing.py": PY, "cart.ts": TS})
    opus, acme = ann.agent(), ann.agent("acme", "INT-2")
    opus.edit("billing.py", ("received >= self.net()", "received > self.net()"))
    a = opus.commit("Strict", "billing.py")
    acme.append("cart.ts", TS_COUPON)
    b = acme.commit("Coupons", "cart.ts")
    opus.stop()
    acme.stop()
    ann.settle()
    ann.git("revert", "--no-commit", b)
    ann.git("revert", "--no-commit", a)
    ann.person("bob").commit("Take both back")
    ann.expect_blame("billing.py", {"received >= self.net()": "ann @Begin"})
    ann.expect_nothing_left("INT-1")
    ann.expect_nothing_left("INT-2")
    ann.person("bob").git("revert", "--no-edit", "HEAD")
    w.ask()
    ann.expect_blame("billing.py", {"received > self.net()": "INT-1/opus @Strict"})
    ann.expect_blame("cart.ts", {"const reduction": "INT-2/acme @Coupons"})


@flow(seldom=True)
def merge_reverted_then_reworked(w: World) -> None:
    """A merge is reverted, the agent works on, and the topic is merged after another revert."""
    ann = w.solo({"billing.py": PY, "README.md": MD})
    opus = ann.agent()
    ann.git("checkout", "-q", "-b", "topic")
    opus.append("billing.py", PY_DISCOUNT)
    opus.commit("Discounts")
    opus.stop()
    ann.settle()
    ann.git("checkout", "-q", "main")
    ann.person("bob").append("README.md", MD_FAQ)
    ann.person("bob").commit("FAQ")
    ann.git("merge", "-q", "--no-ff", "--no-edit", "topic")
    ann.person("bob").git("revert", "--no-edit", "-m", "1", "HEAD")
    reverted = ann.git("rev-parse", "HEAD").strip()
    ann.expect_nothing_left("INT-1")
    ann.settle()
    ann.git("checkout", "-q", "topic")
    opus.edit("billing.py", ("percent) / 100", "percent) / Decimal(100)"))
    opus.commit("Better")
    opus.stop()
    ann.settle()
    ann.git("checkout", "-q", "main")
    ann.person("cleo").git("revert", "--no-edit", reverted)
    ann.settle()
    ann.git("merge", "-q", "--no-edit", "topic")
    w.ask()
    ann.expect_clean()
    ann.expect_blame(
        "billing.py", {"/ Decimal(100)": "INT-1/opus @Better", "quantize": "INT-1/opus @Discounts"}
    )
    ann.expect_blame("README.md", {"Why is": "bob @FAQ"})


@flow(ledgers="ref none", seldom=True)
def one_stash_applied_on_two_branches(w: World) -> None:
    """An agent's work is applied from one stash on two branches: both commits hold its code."""
    ann = w.solo({"store.go": GO, "README.md": MD})
    opus = ann.agent()
    opus.append("store.go", GO_KEYS)
    opus.stop()
    ann.git("stash", "-q")
    ann.git("checkout", "-q", "-b", "one")
    ann.git("stash", "apply", "-q")
    ann.person("bob").commit("Keys on one")
    ann.git("checkout", "-q", "main")
    ann.person("cleo").append("README.md", MD_FAQ)
    ann.person("cleo").commit("FAQ")
    ann.git("stash", "pop", "-q")
    ann.person("cleo").commit("Keys on main")
    ann.git("merge", "-q", "--no-edit", "one")
    w.ask()
    ann.expect_clean()
    ann.expect_blame(
        "store.go", {"matching :=": ("INT-1/opus @Keys on one", "INT-1/opus @Keys on main")}
    )
