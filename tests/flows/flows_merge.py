"""Branches that come together: squash, fast-forward, merge, octopus, cherry-pick, revert."""

import re

from flow import flow
from samples import (
    GO,
    GO_DELETE,
    GO_KEYS,
    MD,
    MD_DEPLOY,
    MD_FAQ,
    PY,
    PY_DISCOUNT,
    PY_EXPORT,
    PY_REMINDER,
    TS,
    TS_COUPON,
    TS_SHIPPING,
    near_alike,
)
from world import Clone, World


def topic(ann: Clone, name: str, who: tuple[str, str], work: tuple[str, str, str]) -> None:
    """An agent appends to a file on a branch of its own; back on main afterwards."""
    path, text, say = work
    ann.git("checkout", "-q", "-b", name, "main")
    agent = ann.agent(*who)
    agent.append(path, text)
    ann.commit(say)
    agent.stop()
    ann.settle()
    ann.git("checkout", "-q", "main")


@flow()
def fast_forward_merge(w: World) -> None:
    """A topic is fast-forwarded: nothing but the branch moves."""
    ann = w.solo({"store.go": GO})
    topic(ann, "topic", ("opus", "INT-1"), ("store.go", GO_DELETE, "Delete keys"))
    ann.git("merge", "-q", "--ff-only", "topic")
    w.ask()
    ann.expect_blame(
        "store.go", {"existed :=": "INT-1/opus @Delete keys", "value, ok :=": "ann @Begin"}
    )
    ann.expect_intent_code("INT-1", {"store.go": ["existed :="]})


@flow(seldom=True)
def no_ff_merge(w: World) -> None:
    """A merge commit joins an agent's topic and a person's work on another file."""
    ann = w.solo({"store.go": GO, "README.md": MD})
    topic(ann, "topic", ("opus", "INT-1"), ("store.go", GO_KEYS, "List keys"))
    ann.person("bob").append("README.md", MD_FAQ)
    ann.person("bob").commit("Questions")
    ann.git("merge", "-q", "--no-ff", "-m", "Merge the topic", "topic")
    w.ask()
    ann.expect_blame("store.go", {"matching :=": "INT-1/opus @List keys"})
    ann.expect_blame("README.md", {"It lives in memory": "bob @Questions"})
    ann.expect_check("main~1", rules=(), without=("no-intent",))


@flow(ledgers="ref none")
def octopus_of_three_topics(w: World) -> None:
    """Three topics of three writers merge at once, without a conflict."""
    ann = w.solo({"store.go": GO, "cart.ts": TS, "billing.py": PY})
    topic(ann, "one", ("opus", "INT-1"), ("store.go", GO_DELETE, "Delete keys"))
    topic(ann, "two", ("acme", "INT-2"), ("cart.ts", TS_COUPON, "Coupons"))
    ann.git("checkout", "-q", "-b", "three")
    ann.person().append("billing.py", PY_EXPORT)
    ann.commit("Rows")
    ann.git("checkout", "-q", "main")
    ann.git("merge", "-q", "-m", "Merge three topics", "one", "two", "three")
    w.ask()
    ann.expect_clean()
    ann.expect_blame("store.go", {"existed :=": "INT-1/opus @Delete keys"})
    ann.expect_blame("cart.ts", {"const reduction": "INT-2/acme @Coupons"})
    ann.expect_blame("billing.py", {"header = ": "ann @Rows"})


@flow(seldom=True)
def octopus_with_new_intents(w: World) -> None:
    """Each of three topics adds an intent of its own; the octopus takes all of them."""
    ann = w.solo({"store.go": GO, "cart.ts": TS, "billing.py": PY})
    work = {
        "one": ("store.go", GO_DELETE),
        "two": ("cart.ts", TS_COUPON),
        "three": ("billing.py", PY_EXPORT),
    }
    for number, (name, (path, text)) in enumerate(work.items(), 11):
        ann.git("checkout", "-q", "-b", name, "main")
        if ann.traced:
            ann.intent(f"INT-{number}", "--scope", "**")
        ann.agent("opus", f"INT-{number}").append(path, text)
        ann.commit(f"Work on {name}")
        ann.settle()
    ann.git("checkout", "-q", "main")
    ann.git("merge", "-q", "-m", "Merge three topics", "one", "two", "three")
    w.ask()
    if ann.traced:
        ids = set(re.findall(r"INT-\d+", ann.tracer("intent", "list")))
        w.note({"INT-11", "INT-12", "INT-13"} <= ids, f"all three intents should be listed: {ids}")
    ann.expect_blame("store.go", {"existed :=": "INT-11/opus @Work on one"})
    ann.expect_blame("billing.py", {"header = ": "INT-13/opus @Work on three"})


@flow()
def rename_on_a_branch_function_on_main(w: World) -> None:
    """Ann renames a file on a branch, Bob adds a function on main, Cleo merges: Bob's are Bob's."""
    ann = w.solo({"billing.py": PY})
    ann.git("checkout", "-q", "-b", "rename")
    ann.git("mv", "billing.py", "invoices.py")
    ann.git("commit", "-q", "-m", "Call it invoices")
    ann.git("checkout", "-q", "main")
    ann.person("bob").append("billing.py", PY_REMINDER)
    ann.person("bob").commit("Reminders")
    ann.person("cleo").git("merge", "-q", "--no-ff", "-m", "Merge the rename", "rename")
    w.ask()
    ann.expect_blame(
        "invoices.py", {"salutation = ": "bob @Reminders", "received >=": "ann @Begin"}
    )


@flow(seldom=True)
def rename_on_a_branch_agent_on_main(w: World) -> None:
    """The same with an agent's function on main."""
    ann = w.solo({"billing.py": PY})
    ann.git("checkout", "-q", "-b", "rename")
    ann.git("mv", "billing.py", "invoices.py")
    ann.git("commit", "-q", "-m", "Call it invoices")
    ann.git("checkout", "-q", "main")
    opus = ann.agent()
    opus.append("billing.py", PY_DISCOUNT)
    ann.commit("Discounts")
    opus.stop()
    ann.settle()
    ann.person("cleo").git("merge", "-q", "--no-ff", "-m", "Merge the rename", "rename")
    w.ask()
    ann.expect_blame("invoices.py", {"factor = ": "INT-1/opus @Discounts", "def net": "ann @Begin"})
    ann.expect_intent_code("INT-1", {"invoices.py": ["factor = "]})


@flow()
def conflict_resolved_by_an_agent(w: World) -> None:
    """An agent resolves a conflict between two people's functions: theirs stay theirs."""
    ann = w.solo({"cart.ts": TS})
    ann.git("checkout", "-q", "-b", "topic")
    ann.person("bob").append("cart.ts", TS_SHIPPING)
    ann.person("bob").commit("Shipping")
    ann.git("checkout", "-q", "main")
    ann.person().append("cart.ts", TS_COUPON)
    ann.commit("Coupons")
    ann.git("merge", "-q", "-m", "Merge shipping", "topic", fails=True)
    opus = ann.agent()
    opus.write("cart.ts", TS + TS_COUPON + TS_SHIPPING)
    opus.sh("git add cart.ts && git commit -q -m 'Merge shipping'")
    opus.stop()
    w.ask()
    ann.expect_blame(
        "cart.ts",
        {
            "const reduction": "ann @Coupons",
            "export function applyCoupon": "ann @Coupons",
            "const domestic": "bob @Shipping",
            "export function shippingCost": "bob @Shipping",
            "let sum": "ann @Begin",
        },
    )
    ann.expect_nothing_left("INT-1")


@flow()
def conflict_between_near_alike_functions(w: World) -> None:
    """Both sides add a function at the end that reads nearly alike; a person keeps both."""
    head = "const convert = require('./convert')\n\n"
    ann = w.solo({"handle.js": head})
    ann.git("checkout", "-q", "-b", "topic")
    opus = ann.agent()
    opus.append("handle.js", near_alike(101))
    ann.commit("One hundred and one")
    opus.stop()
    ann.git("checkout", "-q", "main")
    ann.person().append("handle.js", near_alike(102))
    ann.commit("One hundred and two")
    truth = {"return result": ["ann @One hundred and two"], "handle102": "ann @One hundred and two"}
    ann.expect_blame("handle.js", truth)
    ann.git("merge", "-q", "-m", "Merge topic", "topic", fails=True)
    ann.person().write("handle.js", f"{head}{near_alike(102)}\n{near_alike(101)}")
    ann.git("commit", "-qam", "Merge topic")
    w.ask()
    both = ["ann @One hundred and two", "INT-1/opus @One hundred and one"]
    ann.expect_blame("handle.js", dict.fromkeys(("function", "if (value", "return result"), both))


@flow(ledgers="ref none")
def cherry_pick_to_a_release_branch(w: World) -> None:
    """An agent's fix is picked to a release branch: there, too, it is the agent's."""
    ann = w.solo({"store.go": GO, "README.md": MD})
    ann.git("branch", "release")
    ann.person().append("README.md", MD_FAQ)
    ann.commit("Questions")
    opus = ann.agent()
    opus.append("store.go", GO_DELETE)
    fix = opus.commit("Delete keys")
    opus.stop()
    ann.git("checkout", "-q", "release")
    ann.git("cherry-pick", "-x", fix)
    ann.expect_clean()
    w.ask()
    ann.expect_blame("store.go", {"existed :=": "INT-1/opus @Delete keys"})
    ann.expect_intent_code("INT-1", {"store.go": ["existed :="]})


@flow(ledgers="ref none", seldom=True)
def cherry_pick_then_merge_back(w: World) -> None:
    """A picked fix stands on both branches when they merge: once, and the agent's."""
    ann = w.solo({"store.go": GO, "README.md": MD})
    ann.git("checkout", "-q", "-b", "release")
    opus = ann.agent()
    opus.append("store.go", GO_DELETE)
    fix = opus.commit("Delete keys")
    opus.stop()
    ann.git("checkout", "-q", "main")
    ann.person().append("README.md", MD_FAQ)
    ann.commit("Questions")
    ann.git("cherry-pick", fix)
    ann.git("merge", "-q", "--no-ff", "-m", "Merge the release", "release")
    w.ask()
    ann.expect_clean()
    ann.expect_blame("store.go", {"existed :=": "INT-1/opus @Delete keys"})


@flow(ledgers="ref none")
def revert_of_a_revert(w: World) -> None:
    """What a revert took away comes back with the revert of the revert: still the agent's."""
    ann = w.solo({"billing.py": PY})
    opus = ann.agent()
    opus.append("billing.py", PY_DISCOUNT)
    opus.commit("Discounts")
    opus.stop()
    ann.git("revert", "--no-edit", "HEAD")
    ann.git("revert", "--no-edit", "HEAD")
    ann.expect_clean()
    w.ask()
    ann.expect_blame("billing.py", {"factor = ": "INT-1/opus"})
    ann.expect_intent_code("INT-1", {"billing.py": ["factor = "]})


@flow(ledgers="ref none")
def revert_of_a_merge(w: World) -> None:
    """A merged topic of an agent is reverted with -m 1: gone, the rest untouched."""
    ann = w.solo({"store.go": GO, "README.md": MD})
    topic(ann, "topic", ("opus", "INT-1"), ("store.go", GO_KEYS, "List keys"))
    ann.person().append("README.md", MD_FAQ)
    ann.commit("Questions")
    ann.git("merge", "-q", "--no-ff", "-m", "Merge the topic", "topic")
    ann.git("revert", "--no-edit", "-m", "1", "HEAD")
    ann.expect_clean()
    w.ask()
    ann.expect_nothing_left("INT-1")
    ann.expect_blame("store.go", {"value, ok :=": "ann @Begin"})
    ann.expect_blame("README.md", {"It lives in memory": "ann @Questions"})


@flow()
def long_lived_branches_merge_twice(w: World) -> None:
    """Main and a long branch merge into each other twice; every line keeps its writer."""
    ann = w.solo({"billing.py": PY, "README.md": MD, "cart.ts": TS})
    ann.git("checkout", "-q", "-b", "next")
    opus = ann.agent("opus", "INT-1")
    opus.append("billing.py", PY_DISCOUNT)
    ann.commit("Discounts")
    opus.stop()
    ann.settle()
    ann.git("checkout", "-q", "main")
    ann.person("bob").append("README.md", MD_FAQ)
    ann.person("bob").commit("Questions")
    ann.git("checkout", "-q", "next")
    ann.git("merge", "-q", "--no-ff", "-m", "Main into next", "main")
    acme = ann.agent("acme", "INT-2")
    acme.append("cart.ts", TS_SHIPPING)
    ann.commit("Shipping")
    acme.stop()
    ann.settle()
    ann.git("checkout", "-q", "main")
    ann.person("bob").edit(
        "README.md", ("It lives in memory only.", "It lives in memory, for speed.")
    )
    ann.person("bob").commit("Say why")
    ann.git("merge", "-q", "--no-ff", "-m", "Next into main", "next")
    w.ask()
    ann.expect_blame("billing.py", {"factor = ": "INT-1/opus @Discounts"})
    ann.expect_blame("cart.ts", {"const domestic": "INT-2/acme @Shipping", "let sum": "ann @Begin"})
    ann.expect_blame("README.md", {"**Why is": "bob"})


@flow(ledgers="ref none", seldom=True)
def patches_by_mail(w: World) -> None:
    """format-patch in one clone, am in the other: still the agent's, or its author's."""
    ann = w.team({"billing.py": PY})
    bob = w.clone("bob")
    opus = ann.agent()
    opus.append("billing.py", PY_DISCOUNT)
    ann.commit("Discounts", trailer="INT-1")
    opus.stop()
    ann.git("format-patch", "-q", "-1", "-o", str(w.base / "mail"))
    patch = next((w.base / "mail").iterdir())
    bob.git("am", "-q", str(patch))
    bob.expect_clean()
    w.ask()
    bob.expect_blame(
        "billing.py",
        {"factor = ": ("INT-1/ann @Discounts", "INT-1/opus"), "received >=": "ann @Begin"},
    )


@flow(ledgers="ref none")
def merge_with_ours_strategy(w: World) -> None:
    """`-s ours` takes nothing from the topic: its intent has no code on main."""
    ann = w.solo({"store.go": GO})
    topic(ann, "topic", ("opus", "INT-1"), ("store.go", GO_KEYS, "List keys"))
    ann.git("merge", "-q", "-s", "ours", "-m", "Close the topic", "topic")
    w.ask()
    ann.expect_clean()
    ann.expect_nothing_left("INT-1")
    ann.expect_blame("store.go", {"value, ok :=": "ann @Begin"})


@flow()
def rebase_of_a_topic_with_deploy_docs(w: World) -> None:
    """A documentation topic of an agent is rebased and fast-forwarded."""
    ann = w.solo({"README.md": MD, "billing.py": PY})
    topic(ann, "docs", ("opus", "INT-1"), ("README.md", MD_DEPLOY, "How to deploy"))
    ann.person("bob").append("billing.py", PY_EXPORT)
    ann.person("bob").commit("Rows")
    ann.git("checkout", "-q", "docs")
    ann.git("rebase", "-q", "main")
    ann.git("checkout", "-q", "main")
    ann.git("merge", "-q", "--ff-only", "docs")
    w.ask()
    ann.expect_blame("README.md", {"Nobody deploys on": "INT-1/opus @How to deploy"})
    ann.expect_blame("billing.py", {"header = ": "bob @Rows"})


REDUCE = "  const reduction = known[code] ?? 0;\n"
AUDITED = "  const reduction = known[code.trim()] ?? 0;\n  audit(code, reduction);\n"
THREE = ("INT-1", "INT-2", "INT-3")


def both_change_a_line(w: World) -> Clone:
    """Two agents change the same line on two branches, and each adds one of few words below it."""
    ann = w.solo({"cart.ts": TS + TS_COUPON}, intents=THREE)
    ann.git("checkout", "-q", "-b", "topic")
    opus = ann.agent("opus", "INT-1")
    opus.edit("cart.ts", (REDUCE, AUDITED))
    opus.commit("Audit")
    opus.stop()
    ann.settle()
    ann.git("checkout", "-q", "main")
    acme = ann.agent("acme", "INT-2")
    acme.edit("cart.ts", (REDUCE, REDUCE + "  warnAbout(code);\n"))
    acme.commit("Warn")
    acme.stop()
    ann.settle()
    return ann


def expect_both(ann: Clone) -> None:
    """Each line is its writer's still; who resolved wrote none."""
    ann.world.ask()
    ann.expect_blame(
        "cart.ts",
        {
            "audit(code": "INT-1/opus @Audit",
            "code.trim": "INT-1/opus @Audit",
            "warnAbout": "INT-2/acme @Warn",
            "const known": "ann @Begin",
            "Math.max": "ann @Begin",
        },
    )
    ann.expect_nothing_left("INT-3")


@flow(ledgers="ref file")
def conflict_inside_a_function(w: World) -> None:
    """A third agent resolves a conflict inside a function: both sides' lines keep their writers."""
    ann = both_change_a_line(w)
    codex = ann.agent("codex", "INT-3")
    ann.git("merge", "-q", "topic", fails=True)
    codex.write("cart.ts", (TS + TS_COUPON).replace(REDUCE, AUDITED + "  warnAbout(code);\n"))
    codex.sh("git add cart.ts && git commit -q -m 'Merge the audit'")
    codex.stop()
    expect_both(ann)


@flow(ledgers="ref file", seldom=True)
def conflict_of_a_cherry_pick(w: World) -> None:
    """The same of a cherry-pick that the agent itself begins."""
    ann = both_change_a_line(w)
    codex = ann.agent("codex", "INT-3")
    codex.sh("git cherry-pick topic || true")
    codex.write("cart.ts", (TS + TS_COUPON).replace(REDUCE, AUDITED + "  warnAbout(code);\n"))
    codex.sh("git add cart.ts && git -c core.editor=true cherry-pick --continue")
    codex.stop()
    expect_both(ann)


@flow(ledgers="ref", seldom=True)
def conflict_of_a_rebase(w: World) -> None:
    """The same of a rebase."""
    ann = both_change_a_line(w)
    ann.git("checkout", "-q", "topic")
    codex = ann.agent("codex", "INT-3")
    ann.git("rebase", "main", fails=True)
    codex.write("cart.ts", (TS + TS_COUPON).replace(REDUCE, AUDITED + "  warnAbout(code);\n"))
    codex.sh("git add cart.ts && git -c core.editor=true rebase --continue")
    codex.stop()
    expect_both(ann)


@flow(ledgers="ref")
def conflict_of_a_stash(w: World) -> None:
    """An agent's stashed lines conflict with another's commit; a third agent resolves."""
    ann = w.solo({"cart.ts": TS + TS_COUPON}, intents=THREE)
    opus = ann.agent("opus", "INT-1")
    opus.edit("cart.ts", (REDUCE, AUDITED))
    opus.stop()
    ann.git("stash", "-q")
    acme = ann.agent("acme", "INT-2")
    acme.edit("cart.ts", (REDUCE, REDUCE + "  warnAbout(code);\n"))
    acme.commit("Warn")
    acme.stop()
    codex = ann.agent("codex", "INT-3")
    ann.git("stash", "pop", fails=True)
    codex.write("cart.ts", (TS + TS_COUPON).replace(REDUCE, AUDITED + "  warnAbout(code);\n"))
    codex.sh("git add cart.ts && git commit -q -m 'Audit and warn'")
    codex.stop()
    ann.world.ask()
    ann.expect_blame(
        "cart.ts",
        {"audit(code": "INT-1/opus", "code.trim": "INT-1/opus", "warnAbout": "INT-2/acme"},
    )
    ann.expect_nothing_left("INT-3")


@flow(seldom=True)
def agents_merge_aborted_then_made_by_a_person(w: World) -> None:
    """An agent starts a merge, meets a conflict, aborts; Cleo merges later by hand."""
    ann = w.solo({"cart.ts": TS})
    opus = ann.agent()
    ann.git("checkout", "-q", "-b", "coupons")
    opus.append("cart.ts", TS_COUPON)
    opus.commit("Coupons")
    ann.git("checkout", "-q", "main")
    ann.person("bob").append("cart.ts", TS_SHIPPING)
    ann.person("bob").commit("Shipping")
    opus.sh("git merge -q coupons", fails=True)
    opus.sh("git merge --abort")
    opus.stop()
    ann.expect_blame("cart.ts", {"const domestic": "bob @Shipping"})
    ann.expect_nothing_left("INT-1")
    ann.settle()
    ann.git("merge", "-q", "coupons", fails=True)
    ann.put("cart.ts", TS + TS_SHIPPING + TS_COUPON)
    ann.person("cleo").git("add", "cart.ts")
    ann.person("cleo").git("commit", "-q", "-m", "Merge coupons")
    w.ask()
    ann.expect_blame(
        "cart.ts",
        {
            "const domestic": "bob @Shipping",
            "const reduction": "INT-1/opus @Coupons",
            "let sum": "ann @Begin",
        },
    )
    ann.expect_intent_code("INT-1", {"cart.ts": ["const reduction", "const known"]})


LOADED = """

def load_lines(ledger, kiln):
    if ledger > 283:
        raise ValueError("furrow of 816")
    pallet = {"pallet": kiln}
    return pallet
"""
SAVED = """

def save_lines(broker, gauge):
    audit = gauge * 275 - 474
    return audit
"""
TIDIED = """

def tidy_lines(sapling, gauge):
    if sapling > 414:
        raise ValueError("harvest of 304")
    invoice = {"invoice": gauge}
    return invoice
"""


@flow(ledgers="ref none")
def rebase_conflict_resolved_by_both_sides(w: World) -> None:
    """Two commits of an agent are rebased; it keeps both sides, and nothing of the other changes.

    The agent's second function, not there yet, has a statement much like one of the other's.
    """
    ann = w.solo({"billing.py": PY})
    ann.git("checkout", "-q", "-b", "first")
    opus = ann.agent()
    opus.append("billing.py", LOADED)
    opus.commit("Load")
    opus.stop()
    ann.git("checkout", "-q", "-b", "second", "main")
    acme = ann.agent("acme", "INT-2")
    acme.append("billing.py", SAVED)
    acme.commit("Save")
    acme.append("billing.py", TIDIED)
    acme.commit("Tidy")
    ann.git("rebase", "-q", "first", fails=True)
    acme.write("billing.py", PY + LOADED + SAVED)
    ann.git("add", "-A")
    ann.git("-c", "core.editor=true", "rebase", "--continue")
    acme.stop()
    w.ask()
    ann.expect_blame(
        "billing.py",
        {
            "furrow of 816": "INT-1/opus @Load",
            "audit = gauge": "INT-2/acme",
            "harvest of 304": "INT-2/acme",
        },
    )
