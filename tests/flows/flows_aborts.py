"""Merges and picks that stopped, in which agents worked before a person aborted them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flow import flow
from samples import PY, PY_DISCOUNT, PY_REMINDER, TS, TS_COUPON

if TYPE_CHECKING:
    from team import Agent
    from world import Clone, World

CONF = "".join(f"{name} = {n}\n" for n, name in enumerate(("alpha", "beta", "gamma", "delta")))


def two_sides(w: World) -> tuple[Clone, Agent]:
    """Two branches that conflict in conf.py, both with an agent's records; the one on main."""
    ann = w.solo({"conf.py": CONF, "cart.ts": TS, "billing.py": PY})
    opus, acme = ann.agent(), ann.agent("acme", "INT-2")
    ann.git("checkout", "-q", "-b", "topic")
    opus.edit("conf.py", ("beta = 1", "beta = 10"))
    opus.append("cart.ts", TS_COUPON)
    opus.commit("Topic")
    opus.stop()
    ann.settle()
    ann.git("checkout", "-q", "main")
    acme.edit("conf.py", ("beta = 1", "beta = 100"))
    acme.commit("Main")
    acme.stop()
    ann.settle()
    return ann, acme


def aborted(w: World, begin: tuple[str, ...], abort: tuple[str, ...]) -> None:
    """An agent writes in the conflict and beside it, and a person aborts what they began."""
    ann, acme = two_sides(w)
    ann.git(*begin, fails=True)
    acme.append("billing.py", PY_DISCOUNT)
    acme.write("conf.py", CONF.replace("beta = 1", "beta = 10 + 100"))
    acme.stop()
    ann.git(*abort)
    ann.expect_verified()
    w.ask()
    ann.expect_blame("conf.py", {"beta = 100": "INT-2/acme @Main", "alpha": "ann @Begin"})
    ann.expect_blame("cart.ts", {"let sum": "ann @Begin"})
    ann.expect_nothing_left("INT-1")


@flow(ledgers="ref file")
def person_aborts_a_merge_in_which_an_agent_wrote(w: World) -> None:
    """`merge --abort` after an agent wrote in the conflict; both sides hold records."""
    aborted(w, ("merge", "-q", "topic"), ("merge", "--abort"))


@flow(ledgers="ref file", seldom=True)
def person_aborts_a_pick_in_which_an_agent_wrote(w: World) -> None:
    """`cherry-pick --abort` after the same."""
    aborted(w, ("cherry-pick", "topic"), ("cherry-pick", "--abort"))


@flow(ledgers="ref file", seldom=True)
def merged_again_after_the_abort(w: World) -> None:
    """After the abort the agent works on, and resolves the same conflict in a second merge."""
    ann, acme = two_sides(w)
    ann.git("merge", "-q", "topic", fails=True)
    acme.append("billing.py", PY_DISCOUNT)
    acme.stop()
    ann.git("merge", "--abort")
    acme.append("billing.py", PY_REMINDER)
    acme.stop()
    ann.expect_verified()
    ann.commit("Reminders")
    ann.git("merge", "-q", "topic", fails=True)
    acme.write("conf.py", CONF.replace("beta = 1", "beta = 10 + 100"))
    acme.stop()
    ann.git("add", "-A")
    ann.git("commit", "-q", "-m", "Merge topic")
    ann.settle()
    w.ask()
    ann.expect_clean()
    ann.expect_blame("billing.py", {"salutation = ": "INT-2/acme", "factor = ": "INT-2/acme"})
    ann.expect_blame("cart.ts", {"const reduction": "INT-1/opus"})
