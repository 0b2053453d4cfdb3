"""History that people rewrite: amend, rebase, reset, filter-branch."""

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
)
from world import World


@flow(ledgers="ref none")
def interactive_rebase_reorders(w: World) -> None:
    """Two commits of two agents change places in an interactive rebase."""
    ann = w.solo({"store.go": GO, "cart.ts": TS})
    opus, acme = ann.agent("opus", "INT-1"), ann.agent("acme", "INT-2")
    opus.append("store.go", GO_DELETE)
    opus.commit("Delete keys")
    opus.stop()
    acme.append("cart.ts", TS_COUPON)
    acme.commit("Coupons")
    acme.stop()
    swap = "sed -i '1{h;d};2{G}'"
    ann.git("-c", f"sequence.editor={swap}", "rebase", "-q", "-i", "HEAD~2")
    subjects = ann.git("log", "-2", "--format=%s").split("\n")
    w.note(subjects[0] == "Delete keys", f"the commits should have changed places: {subjects}")
    w.ask()
    ann.expect_clean()
    ann.expect_blame("store.go", {"existed :=": "INT-1/opus @Delete keys"})
    ann.expect_blame("cart.ts", {"const reduction": "INT-2/acme @Coupons"})


@flow(ledgers="ref none")
def interactive_rebase_drops(w: World) -> None:
    """A commit of an agent is dropped: its code is nobody's now, the later one's stays."""
    ann = w.solo({"billing.py": PY, "cart.ts": TS})
    ann.git("tag", "begun")
    opus, acme = ann.agent("opus", "INT-1"), ann.agent("acme", "INT-2")
    opus.append("billing.py", PY_DISCOUNT)
    opus.commit("Discounts")
    opus.stop()
    acme.append("cart.ts", TS_COUPON)
    acme.commit("Coupons")
    acme.stop()
    ann.git("-c", "sequence.editor=sed -i 1d", "rebase", "-q", "-i", "begun")
    w.ask()
    ann.expect_blame("cart.ts", {"const reduction": "INT-2/acme @Coupons"})
    ann.expect_blame("billing.py", {"received >=": "ann @Begin"})
    ann.expect_nothing_left("INT-1")


@flow(ledgers="ref none")
def a_directory_becomes_a_repository(w: World) -> None:
    """On a branch, a directory is made the whole tree; the ledger is nobody's to commit there."""
    ann = w.solo({"lib/billing.py": PY, "app.py": "import lib\n"})
    opus = ann.agent("opus", "INT-1")
    opus.append("lib/billing.py", PY_DISCOUNT)
    opus.commit("Discounts", "lib/billing.py")
    opus.stop()
    ann.git("checkout", "-q", "-b", "split")
    quiet = {"FILTER_BRANCH_SQUELCH_WARNING": "1"}
    ann.git("filter-branch", "-f", "--subdirectory-filter", "lib", "split", env=quiet)
    w.ask()
    ann.expect_clean()
    ann.expect_blame(
        "billing.py", {"received >=": "ann @Begin", "factor = ": "INT-1/opus @Discounts"}
    )


@flow(ledgers="ref none")
def filter_branch_moves_everything(w: World) -> None:
    """`git filter-branch` puts the whole project below a directory."""
    ann = w.solo({"src/billing.py": PY, "README.md": MD})
    opus = ann.agent()
    opus.append("src/billing.py", PY_DISCOUNT)
    opus.commit("Discounts")
    opus.stop()
    script = "git mv -k src lib 2>/dev/null || true; test ! -d src || mv src lib"
    env = {"FILTER_BRANCH_SQUELCH_WARNING": "1"}
    ann.git("filter-branch", "-f", "--tree-filter", script, "HEAD", env=env)
    w.ask()
    ann.expect_blame(
        "lib/billing.py", {"factor = ": "INT-1/opus @Discounts", "received >=": "ann @Begin"}
    )
    ann.expect_intent_code("INT-1", {"lib/billing.py": ["factor = "]})


@flow(ledgers="ref none", seldom=True)
def reword_during_rebase(w: World) -> None:
    """A person rewords an agent's commit; nothing changes hands."""
    ann = w.solo({"store.go": GO})
    opus = ann.agent()
    opus.append("store.go", GO_KEYS)
    opus.commit("wip")
    opus.stop()
    ann.git("commit", "-q", "--amend", "-m", "List keys by prefix")
    ann.expect_clean()
    w.ask()
    ann.expect_blame("store.go", {"matching :=": "INT-1/opus @List keys by prefix"})
    ann.expect_log(":Keys:store.go", "introduced")


@flow(ledgers="ref file")
def intent_added_in_a_stopped_rebase(w: World) -> None:
    """A rebase stops for an edit; Ann adds an intent there, an agent works for it, it goes on."""
    ann = w.solo({"store.go": GO, "billing.py": PY})
    ann.git("tag", "begun")
    opus = ann.agent()
    opus.append("store.go", GO_KEYS)
    opus.commit("Keys")
    opus.stop()
    ann.person("bob").append("billing.py", PY_REMINDER)
    ann.person("bob").commit("Remind")
    ann.settle()
    ann.git("-c", "sequence.editor=sed -i 1s/pick/edit/", "rebase", "-q", "-i", "begun")
    ann.intent("INT-3", "--scope", "**")
    ann.git("rebase", "--continue")
    acme = ann.agent("acme", "INT-3")
    acme.append("billing.py", PY_DISCOUNT)
    acme.commit("Discounts")
    acme.stop()
    w.ask()
    ann.expect_clean()
    ann.expect_blame("store.go", {"matching :=": "INT-1/opus @Keys"})
    ann.expect_blame("billing.py", {"factor = ": "INT-3/acme @Discounts"})


@flow(ledgers="ref none")
def agent_rebases_by_itself(w: World) -> None:
    """An agent rebases its topic through its shell while main has moved."""
    ann = w.solo({"billing.py": PY, "README.md": MD})
    ann.git("checkout", "-q", "-b", "topic")
    opus = ann.agent()
    opus.append("billing.py", PY_DISCOUNT)
    opus.commit("Discounts")
    ann.git("checkout", "-q", "main")
    ann.person("bob").append("README.md", MD_DEPLOY)
    ann.person("bob").commit("How to deploy")
    ann.git("checkout", "-q", "topic")
    opus.sh("git rebase -q main")
    opus.stop()
    ann.expect_clean()
    w.ask()
    ann.expect_blame("billing.py", {"factor = ": "INT-1/opus @Discounts"})
    ann.expect_blame("README.md", {"Tag the commit": "bob @How to deploy"})
    ann.expect_intent_code("INT-1", {"billing.py": ["factor = "]})


CUT = ("received >= self.net()", "received >= net()")
HUNDRED = ("    factor = Decimal(100 - percent) / 100\n", "    factor = Decimal(100) / 100\n")


@flow(ledgers="ref")
def cut_by_an_agent_is_amended(w: World) -> None:
    """An agent cuts a word out of Ann's line; a person amends the commit with other work."""
    ann = w.solo({"billing.py": PY, "cart.ts": TS})
    ann.person().append("cart.ts", TS_COUPON)
    ann.commit("Coupons")
    opus = ann.agent()
    opus.edit("billing.py", CUT)
    opus.stop()
    ann.git("commit", "-q", "-a", "--amend", "--no-edit")
    w.ask()
    ann.expect_blame("billing.py", {"received >= net": "INT-1/opus", "received = ": "ann @Begin"})
    ann.expect_intent_code("INT-1", {"billing.py": ["received >= net"]})


@flow(ledgers="ref", seldom=True)
def cut_by_an_agent_moves_with_its_function(w: World) -> None:
    """What an agent cut a word out of goes to another file with its function, by a person."""
    ann = w.solo({"billing.py": PY + PY_DISCOUNT})
    opus = ann.agent()
    opus.edit("billing.py", HUNDRED)
    opus.commit("All of it")
    opus.stop()
    ann.put("billing.py", PY)
    ann.put("discounts.py", "from decimal import Decimal\n" + PY_DISCOUNT.replace(*HUNDRED))
    ann.commit("Discounts apart")
    w.ask()
    ann.expect_blame("discounts.py", {"quantize": "ann @Begin", "factor = ": "INT-1/opus"})


@flow(ledgers="ref file")
def renamed_before_its_first_commit(w: World) -> None:
    """A person renames a function in an agent's new file, and commits it: the agent's still."""
    ann = w.solo({"cart.ts": TS})
    opus = ann.agent()
    opus.write("store.go", GO + GO_KEYS)
    opus.stop()
    ann.person("bob").edit("store.go", (") Keys(prefix", ") KeysWith(prefix"))
    acme = ann.agent("acme", "INT-2")
    acme.append("cart.ts", TS_COUPON)
    acme.stop()
    ann.person("bob").commit("Names that say more")
    w.ask()
    ann.expect_blame("store.go", {"KeysWith(prefix": "INT-1/opus", "matching :=": "INT-1/opus"})


@flow(ledgers="ref none")
def number_of_a_topic_is_squashed(w: World) -> None:
    """A number that Ann changed is hers after an agent worked upon it on a squashed topic."""
    ann = w.solo({"billing.py": PY + PY_DISCOUNT, "cart.ts": TS})
    ann.person("bob").edit("billing.py", ("(100 - percent) / 100", "(100 - percent) / 1000"))
    ann.person("bob").commit("A tenth of it")
    ann.git("checkout", "-q", "-b", "topic")
    opus = ann.agent()
    opus.prepend("billing.py", "# Amounts are in whole cents.\n")
    opus.commit("Say so")
    opus.append("billing.py", PY_REMINDER)
    opus.commit("Reminders")
    opus.stop()
    ann.git("checkout", "-q", "main")
    ann.person().append("cart.ts", TS_COUPON)
    ann.commit("Coupons")
    ann.git("merge", "-q", "--squash", "topic")
    ann.person("cleo").git("commit", "-q", "-m", "Topic")
    ann.git("branch", "-q", "-D", "topic")
    w.ask()
    ann.expect_blame("billing.py", {"/ 1000": "bob @A tenth of it"})


@flow(ledgers="ref")
def history_is_rewritten_below_a_directory(w: World) -> None:
    """`filter-branch` puts every commit's files below src/: a new clone knows no other name."""
    ann = w.solo({"billing.py": PY})
    opus = ann.agent()
    opus.append("billing.py", PY_DISCOUNT)
    opus.commit("Discounts")
    opus.stop()
    ann.git(
        "filter-branch",
        "-f",
        "--index-filter",
        "git ls-files -s | sed 's|\\tbilling.py|\\tsrc/billing.py|' | "
        "GIT_INDEX_FILE=$GIT_INDEX_FILE.new git update-index --index-info && "
        "if [ -e $GIT_INDEX_FILE.new ]; then mv $GIT_INDEX_FILE.new $GIT_INDEX_FILE; fi",
        "HEAD",
    )
    ann.git("update-ref", "-d", "refs/original/refs/heads/main")
    ann.git("reflog", "expire", "--expire=now", "--all")
    ann.git("gc", "-q", "--prune=now")
    w.ask()
    ann.expect_blame("src/billing.py", {"factor = ": "INT-1/opus", "received >=": "ann @Begin"})
    ann.expect_intent_code("INT-1", {"src/billing.py": ["factor = "]})
