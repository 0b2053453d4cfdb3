"""Stashes: of agents and of people, with and without untracked files."""

from flow import flow
from samples import PY, PY_DISCOUNT, PY_REMINDER, TS, TS_COUPON, TS_SHIPPING
from world import Clone, World


@flow(ledgers="ref none")
def two_stashes_of_two_intents(w: World) -> None:
    """Work for two intents lies in two stashes and comes back in the other order."""
    ann = w.solo({"cart.ts": TS, "billing.py": PY})
    ann.agent("opus", "INT-1").append("cart.ts", TS_COUPON)
    ann.git("stash", "-q")
    ann.agent("acme", "INT-2").append("billing.py", PY_REMINDER)
    ann.git("stash", "-q")
    ann.git("stash", "pop", "-q", "stash@{1}")
    ann.commit("Coupons")
    ann.git("stash", "pop", "-q")
    ann.commit("Reminders")
    w.ask()
    ann.expect_blame("cart.ts", {"const reduction": "INT-1/opus @Coupons"})
    ann.expect_blame("billing.py", {"salutation = ": "INT-2/acme @Reminders"})


@flow(ledgers="ref none")
def dropped_stash_leaves_no_code(w: World) -> None:
    """What was stashed and dropped is nobody's code any more."""
    ann = w.solo({"cart.ts": TS})
    opus = ann.agent()
    opus.append("cart.ts", TS_COUPON)
    opus.stop()
    ann.git("stash", "-q")
    ann.git("stash", "drop", "-q")
    w.ask()
    ann.expect_clean()
    ann.expect_nothing_left("INT-1")
    ann.expect_blame("cart.ts", {"let sum": "ann @Begin"})


@flow(ledgers="ref none")
def autostash_on_pull_rebase(w: World) -> None:
    """`git pull --rebase --autostash` with an agent's uncommitted lines in the work tree."""
    ann = w.team({"cart.ts": TS, "billing.py": PY})
    bob = w.clone("bob")
    bob.person().edit("billing.py", ("received = sum(", "received = Decimal(0) + sum("))
    bob.person().append("billing.py", "\n\nCURRENCY_OF_ACCOUNT = 'EUR'\n")
    bob.commit("Add a currency")
    bob.git("push", "-q")
    opus = ann.agent()
    opus.append("cart.ts", TS_SHIPPING)
    opus.stop()
    ann.git("pull", "-q", "--rebase", "--autostash")
    ann.commit("Shipping")
    ann.git("push", "-q")
    w.ask()
    ann.expect_blame("cart.ts", {"const domestic": "INT-1/opus @Shipping"})
    ann.expect_blame("billing.py", {"CURRENCY_OF_ACCOUNT": "bob @Add a currency"})


@flow(ledgers="ref none")
def stash_keep_index(w: World) -> None:
    """`git stash --keep-index` splits an agent's two files into two commits."""
    ann = w.solo({"cart.ts": TS, "billing.py": PY})
    opus = ann.agent()
    opus.append("cart.ts", TS_COUPON)
    opus.append("billing.py", PY_DISCOUNT)
    opus.stop()
    ann.git("add", "cart.ts")
    ann.git("stash", "-q", "--keep-index")
    ann.git("commit", "-q", "-m", "Coupons")
    ann.git("stash", "pop", "-q")
    ann.commit("Discounts")
    w.ask()
    ann.expect_blame("cart.ts", {"const reduction": "INT-1/opus @Coupons"})
    ann.expect_blame("billing.py", {"factor = ": "INT-1/opus @Discounts"})


def never_blamed(ann: Clone) -> None:
    """No call was refused for what git did to the ledger."""
    if ann.traced:
        said = ann.text(".orchestration/governance_ledger.md")
        ann.world.note("CONTROL_PLANE" not in said, f"git's work was refused: {said[-300:]}")


@flow(ledgers="ref file", seldom=True)
def agent_stashes_and_pops(w: World) -> None:
    """An agent stashes, works on, and pops: the ledger in the work tree stands in nobody's way."""
    ann = w.solo({"cart.ts": TS, "billing.py": PY})
    opus = ann.agent()
    opus.append("cart.ts", TS_COUPON)
    opus.sh("git stash")
    opus.sh("git stash list")
    opus.append("billing.py", PY_DISCOUNT)
    opus.sh("git stash pop")
    opus.stop()
    ann.commit("Both")
    never_blamed(ann)
    w.ask()
    ann.expect_blame("cart.ts", {"const reduction": "INT-1/opus @Both"})
    ann.expect_blame("billing.py", {"factor = ": "INT-1/opus @Both"})


@flow(ledgers="ref file", seldom=True)
def agent_switches_branches_and_reverts(w: World) -> None:
    """Commits on two branches, a checkout back, and a revert, all by an agent."""
    ann = w.solo({"cart.ts": TS, "billing.py": PY})
    ann.git("branch", "other")
    opus = ann.agent()
    opus.append("cart.ts", TS_COUPON)
    opus.sh("git add -A && git commit -q -m Coupons")
    opus.sh("git checkout -q other")
    opus.append("billing.py", PY_DISCOUNT)
    opus.sh("git add -A && git commit -q -m Discounts")
    opus.sh("git checkout -q main")
    opus.sh("git revert --no-edit HEAD")
    opus.stop()
    never_blamed(ann)
    w.ask()
    ann.expect_verified()
    ann.expect_blame("cart.ts", {"let sum": "ann @Begin"})
    ann.expect_nothing_left("INT-1")


@flow(ledgers="ref file")
def person_reverts_a_commit_with_the_ledger(w: World) -> None:
    """The commit holds the code and the records of it: a revert takes the code alone."""
    ann = w.solo({"cart.ts": TS})
    opus = ann.agent()
    opus.append("cart.ts", TS_COUPON)
    opus.stop()
    ann.commit("Coupons")
    ann.git("revert", "--no-edit", "HEAD")
    ann.expect_verified()
    ann.settle()
    back = ann.git("log", "--format=%H", "--grep=^Revert", "-1").strip()
    ann.git("revert", "--no-edit", back)
    ann.expect_verified()
    w.ask()
    ann.expect_blame("cart.ts", {"const reduction": "INT-1/opus"})
    ann.expect_intent_code("INT-1", {"cart.ts": ["const reduction"]})
