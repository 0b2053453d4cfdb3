"""Intents that allow refactoring only, scopes, approvals, checks, and the registry."""

import json

from flow import flow
from samples import (
    GO,
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
from team import Agent
from world import Clone, World

ONLY = {"INT-1": ["--scope", "**", "--allowed-mutation", "AST_REFACTOR"]}


PRICES = '''"""Prices of the shop."""

from decimal import Decimal

CENT = Decimal("0.01")


def rounded(amount):
    """An amount in whole cents."""
    return amount.quantize(CENT)
'''


MEAN = '''

def mean_price(prices):
    """The mean of some prices, in whole cents."""
    total = sum(prices, Decimal(0))
    return rounded(total / len(prices))
'''


REPORT = '''"""What the accountant reads."""

from prices import mean_price, rounded


def summary(prices):
    return f"mean {mean_price(prices)}, first {rounded(prices[0])}"
'''


STATISTICS = """from decimal import Decimal

from prices import rounded
"""


MOVED = {
    "statistics_of_prices.py": STATISTICS + MEAN,
    "prices.py": PRICES,
    "report.py": REPORT.replace(
        "from prices import mean_price, rounded\n",
        "from prices import rounded\nfrom statistics_of_prices import mean_price\n",
    ),
}


def shop(w: World) -> Clone:
    """A repository whose `report.py` imports a function that is to move; INT-1 only refactors."""
    return w.solo({"prices.py": PRICES + MEAN, "report.py": REPORT}, flags=ONLY)


def moved_in_order(w: World, *order: str) -> None:
    """An agent moves `mean_price` to a new file in these calls; no one's lines change hands."""
    ann = shop(w)
    base = ann.git("rev-parse", "HEAD").strip()
    opus = ann.agent()
    for path in order:
        opus.write(path, MOVED[path])
    answer = opus.stop()
    w.note(
        "AST_REFACTOR only" not in json.dumps(answer),
        f"the end of a finished refactoring should not complain: {json.dumps(answer)[:300]}",
    )
    ann.commit("Statistics have a file of their own")
    w.ask()
    said = ann.question("diff", "HEAD~1", "HEAD")["verdict"]
    w.note(said == "AST_REFACTOR", f"diff should say what the gate said, not {said}")
    ann.expect_log(":mean_price:statistics_of_prices.py", "moved", "introduced")
    ann.expect_blame(
        "statistics_of_prices.py",
        {"total = sum(prices": "ann @Begin", "return rounded(total": "ann @Begin"},
    )
    ann.expect_blame("report.py", {"return f": "ann @Begin"})
    ann.expect_check(base, without=("no-intent",))


@flow(ledgers="ref file")
def move_new_file_old_file_importer(w: World) -> None:
    """Refactor-only move: first the new file, then out of the old one, then the import."""
    moved_in_order(w, "statistics_of_prices.py", "prices.py", "report.py")


@flow()
def move_over_three_files_in_one_call(w: World) -> None:
    """The same move in one call: record, log and diff say refactoring, and so does a work tree."""
    ann = w.solo({"prices.py": PRICES + MEAN, "report.py": REPORT})
    opus = ann.agent()
    opus.change_all(dict(MOVED))
    where = ":mean_price:statistics_of_prices.py"
    ann.expect_log(where, "moved", "introduced", verdict="AST_REFACTOR")
    said = ann.question("diff")["verdict"]
    w.note(said == "AST_REFACTOR", f"diff of the work tree should be AST_REFACTOR, not {said}")
    ann.commit("Statistics have a file of their own")
    opus.stop()
    w.ask()
    ann.expect_log(where, "moved", "introduced", verdict="AST_REFACTOR")
    said = ann.question("diff", "HEAD~1", "HEAD")["verdict"]
    w.note(said == "AST_REFACTOR", f"diff of the commit should be AST_REFACTOR, not {said}")


@flow(ledgers="ref file", seldom=True)
def move_new_file_importer_old_file(w: World) -> None:
    """The same: the new file, the import, and last the old file."""
    moved_in_order(w, "statistics_of_prices.py", "report.py", "prices.py")


@flow(ledgers="ref file", seldom=True)
def move_old_file_importer_new_file(w: World) -> None:
    """The same: cut, the import, and the new file last."""
    moved_in_order(w, "prices.py", "report.py", "statistics_of_prices.py")


@flow(ledgers="ref file", seldom=True)
def move_importer_old_file_new_file(w: World) -> None:
    """The same: the import, cut, and the new file last."""
    moved_in_order(w, "report.py", "prices.py", "statistics_of_prices.py")


@flow(ledgers="ref file", seldom=True)
def move_in_one_call(w: World) -> None:
    """The same in one call that names all three files."""
    ann = shop(w)
    opus = ann.agent()
    opus.change_all(dict(MOVED))
    opus.commit("Statistics have a file of their own")
    opus.stop()
    w.ask()
    ann.expect_blame("statistics_of_prices.py", {"total = sum(prices": "ann @Begin"})


def renamed(w: World, order: tuple[str, ...]) -> None:
    """Rename `mean_price` at its definition and its uses, one file a call."""
    ann = shop(w)
    base = ann.git("rev-parse", "HEAD").strip()
    opus = ann.agent()
    for path in order:
        opus.write(path, ann.text(path).replace("mean_price", "average_price"))
    opus.stop()
    ann.commit("Average")
    w.ask()
    ann.expect_blame("prices.py", {"def average_price": "ann @Begin", "total = ": "ann @Begin"})
    ann.expect_blame("report.py", {"return f": "ann @Begin"})
    ann.expect_nothing_left("INT-1")
    ann.expect_check(base, without=("no-intent",))


@flow(ledgers="ref file")
def rename_definition_first(w: World) -> None:
    """A refactor-only rename: the definition's file, then its user."""
    renamed(w, ("prices.py", "report.py"))


@flow(ledgers="ref file")
def extraction_in_two_calls(w: World) -> None:
    """A refactor-only extraction: the new helper first, then its use."""
    ann = w.solo({"prices.py": PRICES + MEAN}, flags=ONLY)
    opus = ann.agent()
    helper = "\n\ndef total_price(prices):\n    return sum(prices, Decimal(0))\n"
    opus.append("prices.py", helper)
    opus.edit(
        "prices.py", ("    total = sum(prices, Decimal(0))\n", "    total = total_price(prices)\n")
    )
    opus.stop()
    ann.commit("Extract the total")
    w.ask()
    ann.expect_blame("prices.py", {"return rounded(total": "ann @Begin"})


@flow(ledgers="ref file", mode="observe")
def out_of_scope_is_found_by_check(w: World) -> None:
    """In observe it is written, and check names it."""
    ann = w.solo({"web/cart.ts": TS, "api/store.go": GO}, flags={"INT-1": ["--scope", "web/"]})
    base = ann.git("rev-parse", "HEAD").strip()
    opus = ann.agent()
    opus.append("api/store.go", GO_KEYS)
    opus.stop()
    ann.commit("Keys")
    w.ask()
    ann.expect_check(base, rules=("out-of-scope",))
    ann.expect_blame("api/store.go", {"matching :=": "INT-1/opus @Keys"})


@flow(ledgers="ref file", mode="enforce")
def stale_file_is_read_again(w: World) -> None:
    """A person saves between an agent's reading and writing; the agent reads again and goes on."""
    ann = w.solo({"billing.py": PY})
    opus = ann.agent()
    opus.append("billing.py", PY_DISCOUNT)
    ann.person().append("billing.py", PY_REMINDER)
    opus.seen["billing.py"] = ann.text("billing.py")  # it has not looked again
    opus.change_all({"billing.py": PY + PY_DISCOUNT + PY_EXPORT}, refused="STALE_FILE")
    opus.seen.clear()
    opus.append("billing.py", PY_EXPORT)
    opus.stop()
    ann.commit("Three functions")
    w.ask()
    ann.expect_blame(
        "billing.py",
        {
            "factor = ": "INT-1/opus @Three functions",
            "salutation = ": "ann @Three functions",
            "header = ": "INT-1/opus @Three functions",
        },
    )


@flow(ledgers="ref")
def select_alone_leaves_git_alone(w: World) -> None:
    """`intent select` and nothing else: status is clean, the agent merges and rebases at once."""
    ann = w.solo({"billing.py": PY, "README.md": MD})
    ann.git("checkout", "-q", "-b", "topic")
    ann.person().append("billing.py", PY_REMINDER)
    ann.commit("Reminders")
    ann.git("checkout", "-q", "main")
    ann.person().append("README.md", MD_FAQ)
    ann.commit("Questions")
    opus = ann.agent()
    ann.expect_clean()
    opus.sh("git merge -q --no-ff -m 'Merge the topic' topic")
    opus.sh("git checkout -q topic && git rebase -q main")
    opus.stop()
    ann.expect_clean()
    w.ask()
    ann.expect_blame("billing.py", {"salutation = ": "ann @Reminders"})
    ann.expect_nothing_left("INT-1")


@flow(ledgers="ref")
def git_calls_of_agents_are_no_refusals(w: World) -> None:
    """An agent's stash, checkout and revert do not count as attacks on tracer's files."""
    ann = w.solo({"billing.py": PY})
    opus = ann.agent()
    opus.append("billing.py", PY_DISCOUNT)
    opus.sh("git stash")
    opus.sh("git stash pop")
    opus.commit("Discounts")
    opus.sh("git checkout -q -b side && git checkout -q main")
    opus.sh("git revert --no-edit HEAD")
    opus.stop()
    w.ask()
    report = ann.question("report") or {"refusals": {}}
    w.note(
        "CONTROL_PLANE_PROTECTED" not in report["refusals"],
        f"report counts refusals: {report['refusals']}",
    )
    ann.expect_clean()
    ann.expect_nothing_left("INT-1")


@flow(ledgers="ref file")
def check_where_person_and_agent_share_a_file(w: World) -> None:
    """An agent touches a file with a person's uncommitted lines: after the commit check passes."""
    ann = w.solo({"billing.py": PY})
    base = ann.git("rev-parse", "HEAD").strip()
    ann.person().append("billing.py", PY_REMINDER)
    opus = ann.agent()
    opus.append("billing.py", PY_DISCOUNT)
    opus.stop()
    ann.commit("Reminders and discounts")
    w.ask()
    ann.expect_blame(
        "billing.py",
        {
            "salutation = ": "ann @Reminders and discounts",
            "factor = ": "INT-1/opus @Reminders and discounts",
        },
    )
    ann.expect_check(base, only_ai=True)


@flow(ledgers="ref file")
def finished_intent_cannot_be_selected(w: World) -> None:
    """A completed intent keeps its code; no agent may select it any more."""
    ann = w.solo({"billing.py": PY})
    opus = ann.agent()
    opus.append("billing.py", PY_DISCOUNT)
    opus.stop()
    ann.commit("Discounts")
    ann.tracer("intent", "complete", "INT-1")
    ann.commit("INT-1 is done")
    done = ann.run("tracer", "intent", "select", "INT-1", "--agent", "acme-code", "--session", "s9")
    w.note(
        done.returncode in {2, 3, 5}, f"selecting a finished intent ended with {done.returncode}"
    )
    w.ask()
    ann.expect_blame("billing.py", {"factor = ": "INT-1/opus @Discounts"})
    ann.expect_intent_code("INT-1", {"billing.py": ["factor = "]})


@flow(ledgers="ref")
def trailers_name_the_staged_intents(w: World) -> None:
    """`init --trailers`: a commit of an agent's lines names the intent; one of a person's none."""
    ann = w.solo({"billing.py": PY, "README.md": MD})
    ann.init("--trailers")
    ann.person().append("README.md", MD_FAQ)
    ann.commit("Questions")
    w.note("Intent:" not in ann.git("log", "-1", "--format=%B"), "no intent wrote the questions")
    opus = ann.agent()
    opus.append("billing.py", PY_DISCOUNT)
    opus.stop()
    ann.commit("Discounts")
    body = ann.git("log", "-1", "--format=%B")
    w.note("Intent: INT-1" in body, f"the message should name INT-1: {body}")
    w.ask()
    ann.expect_blame("billing.py", {"factor = ": "INT-1/opus @Discounts"})


@flow(ledgers="ref file")
def person_claims_uncommitted_lines(w: World) -> None:
    """`tracer claim` attests who wrote lines that no hook and no commit tells."""
    ann = w.solo({"billing.py": PY})
    ann.person().append("billing.py", PY_REMINDER)
    opus = ann.agent()
    opus.append("billing.py", PY_DISCOUNT)
    opus.stop()
    ann.tracer("claim", "billing.py", "--as", "Ann Archer")
    w.ask()
    for text, row in ann.blamed("billing.py"):
        by = row["origin"]["contributor"]
        if "salutation = " in text:
            w.note(
                by["entity_type"] == "HUMAN" and by["name"] == "Ann Archer",
                f"what Ann claimed is {by}",
            )
        if "factor = " in text:
            w.note(by["entity_type"] == "AI", f"what no claim may take is {by}")


def half_and_half(agent: Agent) -> None:
    """Two calls that make one rename together."""
    agent.edit("cart.ts", ("export function total(cart", "export function sumOf(cart"))
    agent.edit("cart.ts", ("Math.max(0, total(cart)", "Math.max(0, sumOf(cart)"))


@flow(ledgers="ref file", seldom=True)
def refactor_only_claude_renames(w: World) -> None:
    """The same by Claude Code, and its answer at the end of the turn does not complain."""
    ann = w.solo({"cart.ts": TS + TS_COUPON}, flags=ONLY)
    claude = ann.claude()
    half_and_half(claude)
    answer = json.dumps(claude.stop())
    w.note("MISMATCH" not in answer, f"the end of the turn says: {answer[:300]}")
    ann.commit("Sum of")
    w.ask()
    ann.expect_blame("cart.ts", {"export function sumOf": "ann @Begin", "Math.max": "ann @Begin"})
    ann.expect_nothing_left("INT-1")
