"""Whose a line is after what git, people and agents do to it in turns."""

import json

from flow import flow
from samples import (
    GO,
    GO_DELETE,
    GO_KEYS,
    JAVA,
    JAVA_CONTAINS,
    MD,
    MD_FAQ,
    PY,
    PY_DISCOUNT,
    PY_EXPORT,
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


@flow(ledgers="ref none")
def squash_merge_of_two_writers(w: World) -> None:
    """A topic of an agent and a person is squashed by a third: both keep what they wrote."""
    ann = w.solo({"billing.py": PY, "README.md": MD})
    ann.git("checkout", "-q", "-b", "topic")
    opus = ann.agent()
    opus.append("billing.py", PY_DISCOUNT)
    opus.commit("Discounts")
    opus.stop()
    ann.git("checkout", "-q", "main")
    ann.person("bob").append("README.md", MD_FAQ)
    ann.person("bob").commit("Questions")
    ann.git("merge", "-q", "--squash", "topic")
    ann.git("commit", "-q", "-m", "Discounts (squashed)")
    w.ask()
    ann.expect_blame("billing.py", {"factor = ": "INT-1/opus", "received >=": "ann @Begin"})
    ann.expect_blame("README.md", {"It lives in memory": "bob @Questions"})
    ann.expect_intent_code("INT-1", {"billing.py": ["factor = "]})


@flow(ledgers="ref none")
def fixup_is_squashed_into_an_earlier_commit(w: World) -> None:
    """A person's fixup goes into an agent's commit with --autosquash: one line is the person's."""
    ann = w.solo({"billing.py": PY, "cart.ts": TS})
    opus = ann.agent()
    opus.append("billing.py", PY_DISCOUNT)
    opus.commit("Discounts")
    opus.stop()
    ann.person().append("cart.ts", TS_COUPON)
    ann.commit("Coupons")
    ann.person().edit("billing.py", ('Decimal("0.01")', 'Decimal("0.001")'))
    ann.git("add", "billing.py")
    ann.git("commit", "-q", "--fixup", "HEAD~1")
    ann.git("-c", "sequence.editor=true", "rebase", "-q", "-i", "--autosquash", "HEAD~3")
    w.ask()
    ann.expect_clean()
    ann.expect_blame(
        "billing.py",
        {"factor = ": "INT-1/opus @Discounts", "0.001": "ann @Discounts", "sum(payments": "ann"},
    )
    ann.expect_blame("cart.ts", {"const reduction": "ann @Coupons"})


@flow(ledgers="ref none")
def commit_is_split_in_two(w: World) -> None:
    """A person splits an agent's commit in two during a rebase."""
    ann = w.solo({"store.go": GO, "cart.ts": TS})
    opus = ann.agent()
    opus.append("store.go", GO_DELETE)
    opus.append("cart.ts", TS_COUPON)
    opus.commit("All at once")
    opus.stop()
    ann.git("reset", "-q", "HEAD~1")
    ann.commit("Delete keys", "store.go")
    ann.commit("Coupons", "cart.ts")
    w.ask()
    ann.expect_clean()
    ann.expect_blame("store.go", {"existed :=": "INT-1/opus @Delete keys"})
    ann.expect_blame("cart.ts", {"const reduction": "INT-1/opus @Coupons"})


@flow(ledgers="ref none")
def person_amends_an_agents_commit(w: World) -> None:
    """A person adds a function to an agent's commit with --amend: each keeps its own."""
    ann = w.solo({"billing.py": PY})
    opus = ann.agent()
    opus.append("billing.py", PY_DISCOUNT)
    opus.commit("Discounts")
    opus.stop()
    ann.person().append("billing.py", PY_REMINDER)
    ann.git("commit", "-q", "-a", "--amend", "--no-edit")
    w.ask()
    ann.expect_blame(
        "billing.py",
        {"factor = ": "INT-1/opus @Discounts", "salutation = ": "ann @Discounts"},
    )
    ann.expect_intent_code("INT-1", {"billing.py": ["factor = "]})


@flow(ledgers="ref none")
def code_dropped_by_reset_comes_back_from_the_reflog(w: World) -> None:
    """`reset --hard` drops an agent's commit; later it is taken back from the reflog."""
    ann = w.solo({"store.go": GO})
    opus = ann.agent()
    opus.append("store.go", GO_KEYS)
    fix = opus.commit("List keys")
    opus.stop()
    ann.git("reset", "-q", "--hard", "HEAD~1")
    ann.expect_nothing_left("INT-1")
    ann.git("cherry-pick", fix)
    w.ask()
    ann.expect_clean()
    ann.expect_blame("store.go", {"matching :=": "INT-1/opus @List keys"})
    ann.expect_intent_code("INT-1", {"store.go": ["matching :="]})


@flow(ledgers="ref none")
def formatter_in_a_pre_commit_hook(w: World) -> None:
    """A pre-commit hook indents by tabs inside the agent's own commit: writers stay."""
    ann = w.solo({"store.go": GO.replace("\t", "    ")})
    hook = "#!/bin/sh\nsed -i 's/    /\\t/g' store.go\ngit add store.go\n"
    where = ann.git("rev-parse", "--git-path", "hooks").strip()
    ann.put(f"{where}/pre-commit", hook)
    (ann.path / where / "pre-commit").chmod(0o755)
    opus = ann.agent()
    opus.append("store.go", GO_DELETE.replace("\t", "    "))
    opus.commit("Delete keys")
    opus.stop()
    w.ask()
    ann.expect_blame(
        "store.go", {"existed :=": "INT-1/opus @Delete keys", "value, ok :=": "ann @Begin"}
    )


@flow(ledgers="ref none", seldom=True)
def bisect_by_an_agent(w: World) -> None:
    """An agent bisects over its own commits and comes back: nothing has changed hands."""
    ann = w.solo({"billing.py": PY})
    ann.git("tag", "good")
    opus = ann.agent()
    for text, say in ((PY_DISCOUNT, "Discounts"), (PY_EXPORT, "Rows"), (PY_REMINDER, "Remind")):
        opus.append("billing.py", text)
        opus.commit(say)
    opus.sh("git bisect start HEAD good")
    opus.sh('git bisect run sh -c "! grep -q export_rows billing.py"')
    opus.sh("git bisect reset")
    opus.stop()
    w.ask()
    ann.expect_clean()
    ann.expect_blame(
        "billing.py",
        {
            "factor = ": "INT-1/opus @Discounts",
            "header = ": "INT-1/opus @Rows",
            "received >=": "ann @Begin",
        },
    )


@flow(ledgers="ref none")
def teammate_without_tracer_in_between(w: World) -> None:
    """Bob, who has no tracer, moves an agent's function and edits a line; Ann pulls."""
    ann = w.team({"billing.py": PY})
    opus = ann.agent()
    opus.append("billing.py", PY_DISCOUNT)
    opus.commit("Discounts")
    opus.stop()
    ann.git("push", "-q")
    bob = w.clone("bob", tracer=False)
    bob.put("billing.py", PY)
    head = "from decimal import Decimal\n"
    bob.put("discounts.py", head + PY_DISCOUNT.replace("0.01", "0.0001"))
    bob.commit("Discounts apart")
    bob.git("push", "-q")
    ann.git("pull", "-q")
    w.ask()
    ann.expect_clean()
    ann.expect_blame(
        "discounts.py",
        {
            "def discount": "INT-1/opus @Discounts",
            "factor = ": "INT-1/opus @Discounts",
            "0.0001": "bob @Discounts apart",
            "from decimal": "bob @Discounts apart",
        },
    )
    ann.expect_intent_code("INT-1", {"discounts.py": ["factor = "]})


@flow(ledgers="ref none", seldom=True)
def shallow_clone_of_a_teammate(w: World) -> None:
    """A clone of depth 1 knows the agent's lines by the ledger, and says where history ends."""
    ann = w.team({"billing.py": PY})
    opus = ann.agent()
    opus.append("billing.py", PY_DISCOUNT)
    opus.commit("Discounts")
    opus.stop()
    ann.git("push", "-q")
    if not ann.traced:
        return
    bob = w.clone("bob", flags=("--depth", "1"))
    w.ask()
    bob.expect_blame("billing.py", {"factor = ": "INT-1/opus"})
    bob.expect_intent_code("INT-1", {"billing.py": ["factor = "]})


@flow()
def agent_removes_person_restores(w: World) -> None:
    """An agent runs `rm`, a person takes the file back with `git checkout`: as it was."""
    ann = w.solo({"store.go": GO, "cart.ts": TS})
    opus, acme = ann.agent("opus", "INT-1"), ann.agent("acme", "INT-2")
    opus.append("store.go", GO_DELETE)
    ann.commit("Delete keys")
    acme.sh("rm store.go")
    ann.git("checkout", "-q", "--", "store.go")
    w.ask()
    ann.expect_blame(
        "store.go", {"existed :=": "INT-1/opus @Delete keys", "value, ok :=": "ann @Begin"}
    )
    ann.expect_intent_code("INT-1", {"store.go": ["existed :="]})
    ann.expect_nothing_left("INT-2")


@flow()
def agent_renames_file_and_edits_it(w: World) -> None:
    """An agent moves a person's file through the shell and edits it: only the edit is its own."""
    ann = w.solo({"Basket.java": JAVA})
    opus = ann.agent()
    opus.sh("git mv Basket.java Trolley.java")
    opus.edit(
        "Trolley.java", ("        return items.size();\n", "        return 2 * items.size();\n")
    )
    ann.commit("Trolley")
    opus.stop()
    w.ask()
    ann.expect_blame(
        "Trolley.java",
        {"items.add(item)": "ann @Begin", "2 * items.size()": "INT-1/opus @Trolley"},
    )


@flow(seldom=True)
def agent_copies_and_changes(w: World) -> None:
    """An agent copies a person's file and changes the copy; the original stays the person's."""
    ann = w.solo({"one.rs": RUST})
    opus = ann.agent()
    opus.sh("cp one.rs two.rs")
    opus.edit("two.rs", ("Counts words of a text.", "Counts lines of a text."))
    opus.stop()
    ann.commit("Two")
    w.ask()
    ann.expect_blame("one.rs", {"use std": "ann @Begin", "entry(word": "ann @Begin"})
    ann.expect_blame("two.rs", {"Counts lines": "INT-1/opus @Two"})


@flow(seldom=True)
def agent_moves_a_function_in_two_calls(w: World) -> None:
    """An agent takes a person's function out of one file and writes it to another: the person's."""
    ann = w.solo({"cart.ts": TS + TS_SHIPPING})
    opus = ann.agent()
    opus.write("cart.ts", TS)
    opus.write("shipping.ts", 'import { Cart } from "./cart";\n' + TS_SHIPPING)
    opus.stop()
    ann.commit("Shipping apart")
    w.ask()
    ann.expect_blame(
        "shipping.ts",
        {
            "const domestic": "ann @Begin",
            "const weight": "ann @Begin",
            "import { Cart }": "INT-1/opus @Shipping apart",
        },
    )


@flow(seldom=True)
def agents_code_renamed_by_another_agent(w: World) -> None:
    """INT-2's agent renames what INT-1's wrote, in one call: it stays INT-1's."""
    ann = w.solo({"store.go": GO})
    opus, acme = ann.agent("opus", "INT-1"), ann.agent("acme", "INT-2")
    opus.append("store.go", GO_KEYS)
    ann.commit("List keys")
    opus.stop()
    ann.settle()
    acme.write("store.go", ann.text("store.go").replace("matching", "found"))
    ann.commit("Shorter")
    acme.stop()
    w.ask()
    ann.expect_blame(
        "store.go", {"found :=": "INT-1/opus @List keys", "return found": "INT-1/opus"}
    )
    ann.expect_nothing_left("INT-2")


@flow(ledgers="ref none")
def line_endings_are_normalised(w: World) -> None:
    """A .gitattributes file and `git add --renormalize` change every line end, and no writer."""
    ann = w.solo({"Basket.java": JAVA.replace("\n", "\r\n")})
    opus = ann.agent()
    opus.write(
        "Basket.java",
        (JAVA[: JAVA.rindex("}")] + JAVA_CONTAINS + "}\n").replace("\n", "\r\n"),
    )
    opus.commit("Contains")
    opus.stop()
    ann.put(".gitattributes", "* text=auto eol=lf\n")
    ann.git("add", "--renormalize", ".")
    ann.git("add", ".gitattributes")
    ann.git("commit", "-q", "-m", "Line ends")
    ann.git("rm", "-q", "--cached", "-r", ".")
    ann.git("reset", "-q", "--hard")
    w.ask()
    w.note("\r" not in ann.path.joinpath("Basket.java").read_bytes().decode(), "no CR is left")
    ann.expect_blame(
        "Basket.java",
        {"items.add(item)": "ann @Begin", "items.contains": "INT-1/opus @Contains"},
    )


NOTEBOOK = {
    "cells": [
        {
            "cell_type": "code",
            "execution_count": 1,
            "metadata": {},
            "outputs": [],
            "source": ["import pandas\n", "sales = pandas.read_csv('sales.csv')\n"],
        }
    ],
    "metadata": {"language_info": {"name": "python"}},
    "nbformat": 4,
    "nbformat_minor": 5,
}


@flow()
def notebook_gets_a_cell_from_an_agent(w: World) -> None:
    """An agent adds a cell to a person's notebook."""
    ann = w.solo({"sales.ipynb": json.dumps(NOTEBOOK, indent=1) + "\n"})
    more = json.loads(json.dumps(NOTEBOOK))
    more["cells"].append(
        {
            "cell_type": "code",
            "execution_count": None,
            "metadata": {},
            "outputs": [],
            "source": ["monthly = sales.groupby('month').revenue.sum()\n"],
        }
    )
    opus = ann.agent()
    opus.write("sales.ipynb", json.dumps(more, indent=1) + "\n")
    ann.commit("By month")
    opus.stop()
    w.ask()
    ann.expect_blame(
        "sales.ipynb",
        {
            "read_csv": "ann @Begin",
            "groupby": "INT-1/opus @By month",
            "nbformat_minor": "ann @Begin",
        },
    )


@flow(ledgers="ref none")
def sparse_checkout_leaves_files_out(w: World) -> None:
    """Files outside a sparse checkout are not lost: their intents still have code."""
    ann = w.solo({"shop/billing.py": PY, "web/cart.ts": TS})
    opus, acme = ann.agent("opus", "INT-1"), ann.agent("acme", "INT-2")
    opus.append("shop/billing.py", PY_DISCOUNT)
    acme.append("web/cart.ts", TS_COUPON)
    ann.commit("Both")
    opus.stop()
    acme.stop()
    ann.git("sparse-checkout", "set", "web")
    if ann.traced:
        for command in ("map", "init"):
            said = ann.run("tracer", command).stderr
            is_said = "git sparse-checkout add .orchestration" in said
            w.note(is_said, f"`tracer {command}` should say so: {said}")
        ann.git("sparse-checkout", "add", ".orchestration")
    w.ask()
    ann.expect_blame("web/cart.ts", {"const reduction": "INT-2/acme @Both"})
    answer = ann.question("blame-by-intent", "INT-1") if ann.traced else None
    if answer is not None:
        paths = {span["path"] for span in answer["ranges"]}
        w.note(paths == {"shop/billing.py"}, f"INT-1 should have its file still: {paths}")
        ann.expect_verified()
        ann.final = False  # the closing check of agreement looks at files on disk alone


@flow(ledgers="ref none", seldom=True)
def octopus_with_conflicts_by_hand(w: World) -> None:
    """Two topics conflict; a person merges one after the other and resolves by hand."""
    ann = w.solo({"billing.py": PY})
    for name, who, text, say in (
        ("one", ("opus", "INT-1"), PY_DISCOUNT, "Discounts"),
        ("two", ("acme", "INT-2"), PY_EXPORT, "Rows"),
    ):
        ann.git("checkout", "-q", "-b", name, "main")
        agent = ann.agent(*who)
        agent.append("billing.py", text)
        agent.commit(say)
        agent.stop()
    ann.git("checkout", "-q", "main")
    ann.git("merge", "-q", "--no-ff", "-m", "One", "one")
    ann.git("merge", "-q", "-m", "Two", "two", fails=True)
    ann.put("billing.py", PY + PY_DISCOUNT + PY_EXPORT)
    ann.git("add", "billing.py")
    ann.git("commit", "-q", "-m", "Two")
    w.ask()
    ann.expect_clean()
    ann.expect_blame(
        "billing.py",
        {
            "def discount": "INT-1/opus @Discounts",
            "factor = ": "INT-1/opus @Discounts",
            "def export_rows": "INT-2/acme @Rows",
            "header = ": "INT-2/acme @Rows",
            "received >=": "ann @Begin",
        },
    )


@flow(ledgers="ref none")
def conflict_in_a_line_resolved_by_an_agent(w: World) -> None:
    """Two people changed one line; the agent that merges writes a third version of it."""
    ann = w.solo({"billing.py": PY})
    line = "        return received >= self.net()\n"
    ann.git("checkout", "-q", "-b", "topic")
    ann.person("bob").edit("billing.py", (line, line.replace(">=", ">")))
    ann.person("bob").commit("Bob's way")
    ann.git("checkout", "-q", "main")
    ann.person().edit("billing.py", (line, line.replace("received", "abs(received)")))
    ann.commit("Ann's way")
    opus = ann.agent()
    ann.git("merge", "-q", "topic", fails=True)
    opus.write("billing.py", PY.replace(line, "        return abs(received) > self.net()\n"))
    opus.sh("git add billing.py && git commit -q -m 'Both ways'")
    opus.stop()
    w.ask()
    ann.expect_blame(
        "billing.py",
        {"sum(payments": "ann @Begin", "The sum of all lines": "ann @Begin"},
    )


@flow(ledgers="ref none", seldom=True)
def stash_pop_conflict_is_resolved(w: World) -> None:
    """An agent's stash comes back on a changed file; a person keeps both sides."""
    ann = w.solo({"billing.py": PY})
    opus = ann.agent()
    opus.append("billing.py", PY_DISCOUNT)
    opus.stop()
    ann.git("stash", "-q")
    ann.person("bob").append("billing.py", PY_REMINDER)
    ann.person("bob").commit("Reminders")
    ann.git("stash", "pop", "-q", fails=True)
    ann.put("billing.py", PY + PY_REMINDER + PY_DISCOUNT)
    ann.git("add", "billing.py")
    ann.git("stash", "drop", "-q")
    ann.git("commit", "-q", "-m", "Discounts")
    w.ask()
    ann.expect_clean()
    ann.expect_blame(
        "billing.py",
        {"factor = ": "INT-1/opus", "salutation = ": "bob @Reminders", "received >=": "ann"},
    )


@flow(ledgers="ref none")
def agent_applies_a_patch_file(w: World) -> None:
    """An agent applies a patch that a person made: the lines are not the agent's."""
    ann = w.solo({"cart.ts": TS, "README.md": MD})
    ann.git("checkout", "-q", "-b", "topic")
    ann.person("bob").append("cart.ts", TS_COUPON)
    ann.person("bob").commit("Coupons")
    ann.git("format-patch", "-q", "-1", "-o", str(w.base / "mail"))
    patch = next((w.base / "mail").iterdir())
    ann.git("checkout", "-q", "main")
    opus = ann.agent()
    opus.sh(f"git am -q '{patch}'")
    opus.stop()
    w.ask()
    ann.expect_blame("cart.ts", {"const reduction": "bob @Coupons"})
    ann.expect_nothing_left("INT-1")


@flow(ledgers="ref none", seldom=True)
def agent_picks_a_persons_commit(w: World) -> None:
    """An agent cherry-picks a person's commit: it is the person's."""
    ann = w.solo({"store.go": GO, "README.md": MD})
    ann.git("checkout", "-q", "-b", "next")
    ann.person("bob").append("store.go", GO_KEYS)
    fix = ann.person("bob").commit("List keys")
    ann.git("checkout", "-q", "main")
    ann.person().append("README.md", MD_FAQ)
    ann.commit("Questions")
    opus = ann.agent()
    opus.sh(f"git cherry-pick {fix}")
    opus.stop()
    w.ask()
    ann.expect_blame("store.go", {"matching :=": "bob @List keys"})
    ann.expect_nothing_left("INT-1")


@flow()
def person_deletes_half_of_agents_function(w: World) -> None:
    """A person takes statements out of an agent's function and commits: the rest is the agent's."""
    ann = w.solo({"settings.rb": RUBY})
    opus = ann.agent()
    opus.append("settings.rb", RUBY_MERGE)
    ann.commit("Merge settings")
    opus.stop()
    ann.settle()
    ann.person("bob").edit(
        "settings.rb",
        (
            "  overrides.each { |name, value| combined[name] = value unless value.nil? }\n",
            "",
        ),
    )
    ann.person("bob").commit("Less")
    w.ask()
    ann.expect_blame(
        "settings.rb",
        {"combined = defaults.dup": "INT-1/opus @Merge settings", "JSON.parse": "ann @Begin"},
    )


@flow()
def agent_and_person_in_one_function(w: World) -> None:
    """A person edits inside an agent's uncommitted function, then commits everything."""
    ann = w.solo({"lib.rs": RUST})
    opus = ann.agent()
    opus.append("lib.rs", RUST_TOP)
    opus.stop()
    ann.person().edit(
        "lib.rs", ("    ranked.truncate(limit);\n", "    ranked.truncate(limit + 1);\n")
    )
    ann.commit("Ranking")
    w.ask()
    ann.expect_blame(
        "lib.rs",
        {
            "ranked.sort_by": "INT-1/opus @Ranking",
            "limit + 1": "ann @Ranking",
            "split_whitespace": "ann @Begin",
        },
    )


@flow()
def person_edits_between_two_calls(w: World) -> None:
    """A person adds a function between two calls of an agent, and commits all three."""
    ann = w.solo({"billing.py": PY})
    opus = ann.agent()
    opus.append("billing.py", PY_DISCOUNT)
    ann.person().append("billing.py", PY_REMINDER)
    opus.append("billing.py", PY_EXPORT)
    opus.stop()
    ann.commit("Three")
    w.ask()
    ann.expect_blame(
        "billing.py",
        {
            "factor = ": "INT-1/opus @Three",
            "salutation = ": "ann @Three",
            "header = ": "INT-1/opus @Three",
        },
    )


@flow(ledgers="ref none")
def rewritten_by_another_author_name(w: World) -> None:
    """`rebase --exec` resets authors and dates: agents keep their lines."""
    ann = w.solo({"billing.py": PY, "cart.ts": TS})
    ann.git("tag", "begun")
    opus = ann.agent()
    opus.append("billing.py", PY_DISCOUNT)
    opus.commit("Discounts")
    opus.stop()
    ann.person("bob").append("cart.ts", TS_COUPON)
    ann.person("bob").commit("Coupons")
    ann.git("rebase", "-q", "--exec", "git commit -q --amend --no-edit --reset-author", "begun")
    w.ask()
    ann.expect_blame("billing.py", {"factor = ": "INT-1/opus @Discounts"})
    ann.expect_blame("cart.ts", {"const reduction": "ann @Coupons"})


@flow(ledgers="ref none")
def directory_is_vendored_with_subtree(w: World) -> None:
    """A library with its own history is merged below a directory."""
    ann = w.solo({"billing.py": PY})
    ann.run("git", "init", "-q", "-b", "main", str(w.base / "library"))
    library = w.base / "library"
    (library / "store.go").write_text(GO)
    w.run_in(library, "git", "add", "-A")
    who = ("-c", "user.name=Bob Baker", "-c", "user.email=bob@example.org")
    w.run_in(library, "git", *who, "commit", "-q", "-m", "A store")
    opus = ann.agent()
    opus.append("billing.py", PY_DISCOUNT)
    opus.commit("Discounts")
    ann.git("fetch", "-q", str(library), "main")
    ann.git("merge", "-q", "-s", "ours", "--no-commit", "--allow-unrelated-histories", "FETCH_HEAD")
    ann.git("read-tree", "--prefix=vendor/", "-u", "FETCH_HEAD")
    ann.git("commit", "-q", "-m", "Vendor the store")
    opus.edit("vendor/store.go", ("no such key: ", "unknown key: "))
    opus.commit("Say unknown")
    opus.stop()
    w.ask()
    ann.expect_clean()
    ann.expect_blame(
        "vendor/store.go",
        {"value, ok :=": "bob @A store", "unknown key": "INT-1/opus @Say unknown"},
    )
    ann.expect_blame("billing.py", {"factor = ": "INT-1/opus @Discounts"})


@flow()
def restore_of_an_old_version(w: World) -> None:
    """A person takes one file back to an older commit: what an agent added is gone."""
    ann = w.solo({"cart.ts": TS})
    old = ann.git("rev-parse", "HEAD").strip()
    opus = ann.agent()
    opus.append("cart.ts", TS_COUPON)
    ann.commit("Coupons")
    opus.stop()
    ann.settle()
    ann.git("restore", "--source", old, "cart.ts")
    ann.commit("Without coupons")
    w.ask()
    ann.expect_blame("cart.ts", {"let sum": "ann @Begin", "return cart.items": "ann @Begin"})
    ann.expect_nothing_left("INT-1")


@flow(seldom=True)
def persons_uncommitted_edit_of_an_agents_line(w: World) -> None:
    """A person edits one line of an agent's committed function and has not committed yet."""
    ann = w.solo({"store.go": GO})
    opus = ann.agent()
    opus.append("store.go", GO_DELETE)
    ann.commit("Delete keys")
    opus.stop()
    ann.settle()
    ann.person().edit("store.go", ("return existed", 'return existed && key != ""'))
    w.ask()
    ann.expect_blame("store.go", {"existed :=": "INT-1/opus @Delete keys", "existed &&": "?"})


@flow(ledgers="ref none")
def second_worktree_moves_the_function(w: World) -> None:
    """A person moves an agent's function in a second worktree, which is merged and removed."""
    ann = w.solo({"billing.py": PY})
    opus = ann.agent()
    opus.append("billing.py", PY_DISCOUNT)
    opus.commit("Discounts")
    opus.stop()
    side = ann.worktree("side", "-b", "side")
    side.put("billing.py", PY)
    side.put("discounts.py", "from decimal import Decimal\n" + PY_DISCOUNT)
    side.commit("Apart")
    ann.git("merge", "-q", "--no-ff", "-m", "Merge", "side")
    ann.git("worktree", "remove", "--force", str(side.path))
    w.ask()
    ann.expect_blame("discounts.py", {"factor = ": "INT-1/opus @Discounts"})
    ann.expect_intent_code("INT-1", {"discounts.py": ["factor = "]})


@flow(ledgers="ref none", seldom=True)
def git_clean_takes_what_is_not_tracked(w: World) -> None:
    """`git clean -fdx` deletes every file that git does not track: the ledger comes back."""
    ann = w.solo({"billing.py": PY})
    opus = ann.agent("opus", "INT-1")
    opus.append("billing.py", PY_DISCOUNT)
    opus.commit("Discounts")
    opus.stop()
    ann.git("clean", "-q", "-f", "-d", "-x")
    acme = ann.agent("acme", "INT-2")
    acme.append("billing.py", PY_EXPORT)
    acme.commit("Rows")
    acme.stop()
    w.ask()
    ann.expect_clean()
    ann.expect_blame(
        "billing.py", {"factor = ": "INT-1/opus @Discounts", "header = ": "INT-2/acme @Rows"}
    )
    ann.expect_intent_code("INT-1", {"billing.py": ["factor = "]})


@flow(ledgers="ref none")
def git_clean_in_the_middle_of_a_turn(w: World) -> None:
    """`git clean -fdx` before the turn has ended, or anything was committed: no record is lost."""
    ann = w.solo({"billing.py": PY})
    opus = ann.agent("opus", "INT-1")
    opus.append("billing.py", PY_DISCOUNT)
    ann.git("clean", "-q", "-f", "-d", "-x")
    acme = ann.agent("acme", "INT-2")
    acme.append("billing.py", PY_EXPORT)
    ann.git("clean", "-q", "-f", "-d", "-x")
    ann.commit("Discounts and rows")
    w.ask()
    ann.expect_clean()
    ann.expect_blame(
        "billing.py",
        {
            "factor = ": "INT-1/opus @Discounts and rows",
            "header = ": "INT-2/acme @Discounts and rows",
        },
    )
    ann.expect_intent_code("INT-1", {"billing.py": ["factor = "]})


@flow()
def agent_takes_a_file_from_another_branch(w: World) -> None:
    """An agent takes a person's file from a branch that is not merged and edits a line of it."""
    ann = w.solo({"README.md": MD})
    ann.git("checkout", "-q", "-b", "other")
    ann.person("bob").write("store.go", GO)
    ann.person("bob").commit("A store")
    ann.git("checkout", "-q", "main")
    opus = ann.agent()
    opus.sh("git checkout -q other -- store.go")
    opus.edit("store.go", ("no such key: ", "unknown key: "))
    opus.stop()
    ann.commit("Take the store")
    w.ask()
    ann.expect_blame(
        "store.go",
        {
            "value, ok :=": ("bob @A store", "ann @Take the store"),
            "unknown key": "INT-1/opus @Take the store",
        },
    )


def another_agent_goes_on_and_all_is_squashed(ann: Clone, path: str) -> None:
    """INT-2's agent adds a function to a file; the last three commits become one."""
    acme = ann.agent("acme", "INT-2")
    acme.append(path, PY_EXPORT)
    acme.commit("Export")
    acme.stop()
    ann.git("reset", "-q", "--soft", "HEAD~3")
    ann.git("commit", "-q", "-m", "Squashed")


@flow(ledgers="ref none")
def squash_over_a_rename(w: World) -> None:
    """Two agents' commits with a rename between them become one: both keep what they wrote."""
    ann = w.solo({"billing.py": PY})
    opus = ann.agent()
    opus.append("billing.py", PY_DISCOUNT)
    opus.commit("Discounts")
    opus.stop()
    ann.git("mv", "billing.py", "bills.py")
    ann.commit("Rename")
    another_agent_goes_on_and_all_is_squashed(ann, "bills.py")
    w.ask()
    ann.expect_clean()
    ann.expect_blame("bills.py", {"factor = ": "INT-1/opus", "received >=": "ann @Begin"})


@flow(ledgers="ref none")
def squash_over_a_move_by_a_person(w: World) -> None:
    """A person moves an agent's function to another file, where a second agent goes on."""
    ann = w.solo({"billing.py": PY, "export.py": PY_REMINDER.lstrip()})
    opus = ann.agent()
    opus.append("billing.py", PY_DISCOUNT)
    opus.commit("Discounts")
    opus.stop()
    ann.person().write("billing.py", PY)
    ann.person().append("export.py", PY_DISCOUNT)
    ann.commit("Move")
    another_agent_goes_on_and_all_is_squashed(ann, "export.py")
    w.ask()
    ann.expect_clean()
    ann.expect_blame("export.py", {"factor = ": "INT-1/opus", "header = ": "INT-2/acme"})
