"""Calls of several agents that overlap: what each one wrote is its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flow import flow
from samples import PY, PY_REMINDER, TS, TS_COUPON, TS_SHIPPING

if TYPE_CHECKING:
    from team import Agent
    from world import Clone, World

COUPON, REMINDER = "cat coupon.txt >> cart.ts", "cat reminder.txt >> billing.py"
SHIPPING = "cat shipping.txt >> cart.ts"


def two_agents(w: World) -> tuple[Clone, Agent, Agent]:
    """Ann's repository with two agents, and texts for their commands that git does not see."""
    ann = w.solo({"cart.ts": TS, "billing.py": PY, "generate.sh": f"{COUPON}\n"})
    ann.put(".git/info/exclude", ann.text(".git/info/exclude") + "*.txt\n")
    ann.put("coupon.txt", TS_COUPON)
    ann.put("reminder.txt", PY_REMINDER)
    ann.put("shipping.txt", TS_SHIPPING)
    return ann, ann.agent(), ann.agent("acme", "INT-2")


def begin(agent: Agent, command: str) -> None:
    """The hook before a command, which has not run yet."""
    agent.begin()
    agent.pre_shell(command, None)


def end(ann: Clone, *agents: Agent) -> None:
    """Both turns end, and Ann commits."""
    for agent in agents:
        agent.stop()
    ann.commit("Both")
    ann.settle()
    ann.world.ask()
    ann.expect_clean()


@flow(ledgers="ref file")
def commands_write_before_either_is_reported(w: World) -> None:
    """Two commands begin, write a file each, and end: the first report leaves the other's file."""
    ann, opus, acme = two_agents(w)
    begin(opus, COUPON)
    begin(acme, REMINDER)
    done = [ann.run("bash", "-c", command) for command in (COUPON, REMINDER)]
    opus.post_shell(COUPON, done[0])
    acme.post_shell(REMINDER, done[1])
    end(ann, opus, acme)
    ann.expect_blame("cart.ts", {"const reduction": "INT-1/opus", "let sum": "ann @Begin"})
    ann.expect_blame("billing.py", {"salutation = ": "INT-2/acme", "received >=": "ann @Begin"})


@flow(ledgers="ref file", seldom=True)
def command_within_a_command(w: World) -> None:
    """The second command begins later and ends earlier than the first, which writes last."""
    ann, opus, acme = two_agents(w)
    begin(opus, COUPON)
    begin(acme, REMINDER)
    acme.post_shell(REMINDER, ann.run("bash", "-c", REMINDER))
    opus.post_shell(COUPON, ann.run("bash", "-c", COUPON))
    end(ann, opus, acme)
    ann.expect_blame("cart.ts", {"const reduction": "INT-1/opus"})
    ann.expect_blame("billing.py", {"salutation = ": "INT-2/acme"})


@flow(ledgers="ref file", seldom=True)
def edit_is_not_reported_when_a_command_ends(w: World) -> None:
    """An edit has written, its hook has not run yet, and another agent's command ends."""
    ann, opus, acme = two_agents(w)
    begin(opus, COUPON)
    acme.begin()
    acme.look("billing.py")
    text = ann.text("billing.py") + PY_REMINDER
    targets = [acme.target("billing.py", text)]
    acme.event("pre", "file_edit", targets=targets)
    ann.put("billing.py", text)
    opus.post_shell(COUPON, ann.run("bash", "-c", COUPON))
    acme.event("post", "file_edit", targets=targets)
    end(ann, opus, acme)
    ann.expect_blame("cart.ts", {"const reduction": "INT-1/opus"})
    ann.expect_blame("billing.py", {"salutation = ": "INT-2/acme", "received >=": "ann @Begin"})


@flow(ledgers="ref file", seldom=True)
def named_to_read_is_not_named_to_write(w: World) -> None:
    """A long check names the file that another agent's generator writes meanwhile."""
    ann, opus, acme = two_agents(w)
    check, generate = "node --check cart.ts", "sh generate.sh"
    begin(opus, check)
    begin(acme, generate)
    acme.post_shell(generate, ann.run("bash", "-c", generate))
    opus.post_shell(check, ann.run("true"))
    end(ann, opus, acme)
    ann.expect_blame("cart.ts", {"const reduction": "INT-2/acme"})


@flow(ledgers="ref file", seldom=True)
def file_is_named_after_it_was_written(w: World) -> None:
    """A generator has written a file when another agent's command that names it begins."""
    ann, opus, acme = two_agents(w)
    generate = "sh generate.sh"
    begin(opus, generate)
    done = ann.run("bash", "-c", generate)
    begin(acme, SHIPPING)
    opus.post_shell(generate, done)
    acme.post_shell(SHIPPING, ann.run("bash", "-c", SHIPPING))
    end(ann, opus, acme)
    ann.expect_blame("cart.ts", {"const reduction": "INT-1/opus", "const domestic": "INT-2/acme"})
