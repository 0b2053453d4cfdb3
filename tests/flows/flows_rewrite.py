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


@flow(ledgers="ref none")
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
