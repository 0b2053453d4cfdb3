"""Several clones, remotes, worktrees and people, with and without tracer."""

import re

from flow import flow
from samples import (
    GO,
    GO_KEYS,
    MD,
    PY,
    PY_DISCOUNT,
    PY_REMINDER,
    RUBY,
    RUBY_MERGE,
    RUST,
    RUST_TOP,
    TS,
    TS_COUPON,
    TS_SHIPPING,
)
from world import Clone, World


@flow()
def teammate_pulls(w: World) -> None:
    """Ann's agent works and Ann pushes; Bob pulls and knows whose each line is."""
    ann = w.team({"billing.py": PY})
    bob = w.clone("bob")
    opus = ann.agent()
    opus.append("billing.py", PY_DISCOUNT)
    opus.stop()
    ann.commit("Discounts")
    ann.git("push", "-q")
    bob.git("pull", "-q")
    w.ask()
    bob.expect_blame(
        "billing.py", {"factor = ": "INT-1/opus @Discounts", "received >=": "ann @Begin"}
    )
    bob.expect_intent_code("INT-1", {"billing.py": ["factor = "]})


@flow()
def both_have_agents_and_rebase(w: World) -> None:
    """Ann's and Bob's agents work at once; Bob's push is refused, he rebases, and pushes again."""
    ann = w.team({"billing.py": PY, "cart.ts": TS})
    bob = w.clone("bob")
    opus = ann.agent("opus", "INT-1")
    opus.append("billing.py", PY_DISCOUNT)
    opus.stop()
    ann.commit("Discounts")
    ann.git("push", "-q")
    acme = bob.agent("acme", "INT-2")
    acme.append("cart.ts", TS_SHIPPING)
    acme.stop()
    bob.commit("Shipping")
    bob.git("push", "-q", fails=True)
    bob.settle()
    bob.git("pull", "-q", "--rebase")
    bob.settle()
    bob.git("push", "-q")
    ann.settle()
    ann.git("pull", "-q", "--rebase")
    w.ask()
    truth = {"factor = ": "INT-1/opus @Discounts", "received >=": "ann @Begin"}
    for clone in (ann, bob):
        clone.expect_blame("billing.py", truth)
        clone.expect_blame("cart.ts", {"const domestic": "INT-2/acme @Shipping"})


@flow(seldom=True)
def fork_with_two_remotes(w: World) -> None:
    """Bob's agent works in a fork; Ann adds the fork as a remote and merges his topic."""
    ann = w.team({"billing.py": PY})
    ann.run("git", "clone", "-q", "--bare", str(w.base / "origin.git"), str(w.base / "fork.git"))
    bob = w.clone("bob", source="fork.git")
    bob.git("remote", "add", "upstream", str(w.base / "origin.git"))
    bob.git("checkout", "-q", "-b", "topic")
    opus = bob.agent()
    opus.append("billing.py", PY_DISCOUNT)
    opus.stop()
    bob.commit("Discounts", trailer="INT-1")
    bob.git("push", "-q", "-u", "origin", "topic")
    ann.git("remote", "add", "bob", str(w.base / "fork.git"))
    ann.git("fetch", "-q", "bob")
    ann.git("merge", "-q", "--no-ff", "-m", "Merge Bob's topic", "bob/topic")
    ann.git("push", "-q")
    bob.git("fetch", "-q", "upstream")
    w.ask()
    ann.expect_blame(
        "billing.py",
        {"factor = ": ("INT-1/opus @Discounts", "INT-1/bob @Discounts"), "def net": "ann @Begin"},
    )
    bob.expect_blame("billing.py", {"factor = ": "INT-1/opus @Discounts"})


@flow(ledgers="ref none", seldom=True)
def unshallow(w: World) -> None:
    """After `git fetch --unshallow` a shallow clone answers like a full one."""
    ann = w.team({"billing.py": PY})
    opus = ann.agent()
    opus.append("billing.py", PY_DISCOUNT)
    opus.stop()
    ann.commit("Discounts")
    ann.person().append("billing.py", PY_REMINDER)
    ann.commit("Reminders")
    ann.git("push", "-q")
    bob = w.clone("bob", flags=("--depth", "1"))
    bob.blamed("billing.py")
    bob.git("fetch", "-q", "--unshallow")
    w.ask()
    bob.expect_blame(
        "billing.py",
        {
            "factor = ": "INT-1/opus @Discounts",
            "salutation = ": "ann @Reminders",
            "received >=": "ann @Begin",
        },
    )


@flow(ledgers="ref none")
def two_worktrees_two_agents(w: World) -> None:
    """Two agents work in two worktrees at once; their topics merge on main."""
    ann = w.solo({"billing.py": PY, "cart.ts": TS})
    one = ann.worktree("one", "-b", "one")
    two = ann.worktree("two", "-b", "two")
    opus, acme = one.agent("opus", "INT-1"), two.agent("acme", "INT-2")
    opus.append("billing.py", PY_DISCOUNT)
    acme.append("cart.ts", TS_COUPON)
    opus.commit("Discounts")
    acme.commit("Coupons")
    opus.stop()
    acme.stop()
    ann.git("merge", "-q", "--no-ff", "-m", "Merge one", "one")
    ann.git("merge", "-q", "--no-ff", "-m", "Merge two", "two")
    one.final = two.final = False
    w.ask()
    ann.expect_clean()
    one.expect_clean()
    ann.expect_blame("billing.py", {"factor = ": "INT-1/opus @Discounts"})
    ann.expect_blame("cart.ts", {"const reduction": "INT-2/acme @Coupons"})
    ann.expect_intent_code("INT-2", {"cart.ts": ["const reduction"]})


@flow(ledgers="ref none", seldom=True)
def worktree_is_removed(w: World) -> None:
    """The worktree in which an agent worked is merged and removed; nothing is forgotten."""
    ann = w.solo({"store.go": GO})
    side = ann.worktree("side", "-b", "side")
    opus = side.agent()
    opus.append("store.go", GO_KEYS)
    opus.commit("List keys")
    opus.stop()
    ann.git("merge", "-q", "--ff-only", "side")
    ann.git("worktree", "remove", "--force", str(side.path))
    ann.git("branch", "-q", "-d", "side")
    del w.clones["side"]
    w.ask()
    ann.expect_blame("store.go", {"matching :=": "INT-1/opus @List keys"})
    ann.expect_intent_code("INT-1", {"store.go": ["matching :="]})


@flow()
def two_agents_take_turns_in_one_file(w: World) -> None:
    """Two agents edit one file in turns for two intents; each keeps what it wrote."""
    ann = w.solo({"billing.py": PY})
    opus, acme = ann.agent("opus", "INT-1"), ann.agent("acme", "INT-2")
    opus.append("billing.py", PY_DISCOUNT)
    acme.append("billing.py", PY_REMINDER)
    opus.edit("billing.py", ("    factor = Decimal(100 - percent) / 100\n", FACTOR))
    ann.commit("Discounts and reminders")
    opus.stop()
    acme.stop()
    w.ask()
    ann.expect_blame(
        "billing.py",
        {
            "quantize": "INT-1/opus @Discounts and reminders",
            "percent beyond all reason": "INT-1/opus @Discounts and reminders",
            "salutation = ": "INT-2/acme @Discounts and reminders",
            "received >=": "ann @Begin",
        },
    )


FACTOR = """    if not 0 <= percent <= 100:
        raise ValueError("percent beyond all reason")
    factor = Decimal(100 - percent) / 100
"""


@flow()
def questions_about_a_tag(w: World) -> None:
    """Blame of an older tag answers for the text of then."""
    ann = w.solo({"billing.py": PY})
    opus = ann.agent("opus", "INT-1")
    opus.append("billing.py", PY_DISCOUNT)
    ann.commit("Discounts")
    opus.stop()
    ann.settle()
    ann.git("tag", "v1")
    acme = ann.agent("acme", "INT-2")
    acme.write("billing.py", PY + LEVELS)
    ann.commit("Reminders instead")
    acme.stop()
    w.ask()
    ann.expect_blame(
        "billing.py", {"factor = ": "INT-1/opus @Discounts", "received >=": "ann @Begin"}, rev="v1"
    )
    ann.expect_blame("billing.py", {"friendly": "INT-2/acme @Reminders instead"})
    ann.expect_nothing_left("INT-1")


LEVELS = """

REMINDER_LEVELS = {
    14: "a friendly letter",
    28: "a letter by registered mail",
}
"""


@flow(ledgers="ref none")
def orphan_branch_for_pages(w: World) -> None:
    """A person publishes pages on an orphan branch and comes back: all as it was."""
    ann = w.solo({"billing.py": PY, "README.md": MD})
    opus = ann.agent()
    opus.append("billing.py", PY_DISCOUNT)
    ann.commit("Discounts")
    opus.stop()
    ann.git("checkout", "-q", "--orphan", "pages")
    ann.git("rm", "-r", "-q", "-f", ".")
    ann.put("index.html", "<h1>Shop</h1>\n")
    ann.git("add", "index.html")
    ann.git("commit", "-q", "-m", "Pages")
    ann.git("checkout", "-q", "main")
    ann.expect_clean()
    w.ask()
    ann.expect_blame("billing.py", {"factor = ": "INT-1/opus @Discounts", "def net": "ann @Begin"})
    ann.expect_intent_code("INT-1", {"billing.py": ["factor = "]})


@flow()
def agent_before_any_commit(w: World) -> None:
    """`git init`, `tracer init`, an agent writes, and only then comes the very first commit."""
    ann = Clone(w, "ann", w.base / "work")
    ann.path.mkdir()
    ann.run("git", "init", "-q", "-b", "main")
    ann.configure()
    w.clones["work"] = ann
    w.intents = ["INT-1"]
    if ann.traced:
        ann.init()
        ann.intent("INT-1", "--scope", "**")
    opus = ann.agent()
    opus.write("counter.rs", RUST)
    opus.append("counter.rs", RUST_TOP)
    ann.commit("Begin")
    opus.stop()
    w.ask()
    ann.expect_blame(
        "counter.rs", {"to_lowercase": "INT-1/opus @Begin", "ranked.truncate": "INT-1/opus @Begin"}
    )
    ann.expect_intent_code("INT-1", {"counter.rs": ["to_lowercase", "ranked.truncate"]})


@flow(ledgers="ref none")
def hooks_by_husky(w: World) -> None:
    """`core.hooksPath` leads to hooks in the repository: they run, and the ledger is right."""
    ann = w.solo({"billing.py": PY, ".husky/pre-commit": "#!/bin/sh\ntest ! -f broken\n"})
    (ann.path / ".husky" / "pre-commit").chmod(0o755)
    ann.commit("Hooks run")
    ann.git("config", "core.hooksPath", ".husky")
    opus = ann.agent()
    opus.append("billing.py", PY_DISCOUNT)
    opus.commit("Discounts")
    opus.stop()
    ann.put("broken", "")
    ann.git("add", "-A")
    ann.git("commit", "-q", "-m", "Must not be", fails=True)
    ann.git("rm", "-q", "-f", "broken")
    ann.expect_clean()
    w.ask()
    ann.expect_blame("billing.py", {"factor = ": "INT-1/opus @Discounts"})


@flow(seldom=True)
def vendored_by_a_person(w: World) -> None:
    """A person vendors a library and updates it; an agent's code beside it stays the agent's."""
    ann = w.solo({"billing.py": PY})
    opus = ann.agent()
    opus.append("billing.py", PY_DISCOUNT)
    ann.commit("Discounts")
    opus.stop()
    ann.settle()
    for number in range(12):
        ann.put(f"vendor/lib/part{number}.rb", RUBY.replace("Settings", f"Settings{number}"))
    ann.commit("Vendor the library")
    ann.put("vendor/lib/part3.rb", RUBY.replace("Settings", "Settings3") + RUBY_MERGE)
    ann.git("rm", "-q", "vendor/lib/part4.rb")
    ann.commit("Update the library")
    w.ask()
    ann.expect_blame(
        "vendor/lib/part3.rb",
        {
            "combined[name] = ": "ann @Update the library",
            "class Settings3": "ann @Vendor the library",
        },
    )
    ann.expect_blame("billing.py", {"factor = ": "INT-1/opus @Discounts"})
    ann.expect_intent_code("INT-1", {"billing.py": ["factor = "]})


@flow()
def generated_by_an_agents_command(w: World) -> None:
    """What a generator writes in an agent's shell call is the agent's."""
    ann = w.solo({"gen.py": GENERATOR, "README.md": MD})
    opus = ann.agent()
    opus.sh("python3 gen.py")
    opus.commit("Generate")
    opus.stop()
    w.ask()
    ann.expect_blame("table.csv", {"7;seven times 13;91": "INT-1/opus @Generate"})
    ann.expect_blame("gen.py", {"seven": "ann @Begin"} if "seven" in GENERATOR else {})
    ann.expect_intent_code("INT-1", {"table.csv": ["7;seven times 13;91"]})


GENERATOR = """import pathlib

NAMES = ["zero", "one", "two", "three", "four", "five", "six", "seven"]
rows = [f"{n};{name} times 13;{n * 13}" for n, name in enumerate(NAMES)]
pathlib.Path("table.csv").write_text("\\n".join(rows) + "\\n")
"""


@flow()
def two_peoples_intents_merge(w: World) -> None:
    """Ann and Bob each add an intent on their branch: git merges the registry."""
    ann = w.team({"billing.py": PY, "cart.ts": TS})
    bob = w.clone("bob")
    if ann.traced:
        ann.intent("INT-3", "--scope", "**")
        bob.intent("INT-4", "--scope", "**")
    opus, acme = ann.agent("opus", "INT-3"), bob.agent("acme", "INT-4")
    opus.append("billing.py", PY_DISCOUNT)
    acme.append("cart.ts", TS_COUPON)
    opus.stop()
    acme.stop()
    ann.commit("Discounts")
    ann.git("push", "-q")
    bob.commit("Coupons")
    bob.settle()
    bob.git("pull", "-q", "--no-rebase", "--no-edit")
    bob.settle()
    bob.git("push", "-q")
    ann.settle()
    ann.git("pull", "-q", "--no-rebase", "--no-edit")
    w.ask()
    for one in (ann, bob):
        if one.traced:
            listed = set(re.findall(r"INT-\d+", one.tracer("intent", "list")))
            w.note({"INT-1", "INT-3", "INT-4"} <= listed, f"all intents should be listed: {listed}")
        one.expect_blame("billing.py", {"factor = ": "INT-3/opus @Discounts"})
        one.expect_blame("cart.ts", {"const reduction": "INT-4/acme @Coupons"})


@flow(ledgers="ref none")
def second_day_in_a_fresh_clone(w: World) -> None:
    """Ann throws her clone away; in a fresh one an agent goes on with yesterday's code."""
    ann = w.team({"billing.py": PY})
    opus = ann.agent()
    opus.append("billing.py", PY_DISCOUNT)
    opus.stop()
    ann.commit("Discounts")
    ann.git("push", "-q")
    ann.final = False
    cleo = w.clone("cleo")
    acme = cleo.agent("acme", "INT-2")
    acme.edit("billing.py", ("    factor = Decimal(100 - percent) / 100\n", FACTOR))
    cleo.commit("Check the percentage")
    acme.stop()
    cleo.git("push", "-q")
    w.ask()
    cleo.expect_clean()
    cleo.expect_blame(
        "billing.py",
        {
            "percent beyond all reason": "INT-2/acme @Check the percentage",
            "factor = ": "INT-1/opus @Discounts",
            "quantize": "INT-1/opus @Discounts",
            "received >=": "ann @Begin",
        },
    )
