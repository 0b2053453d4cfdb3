"""Habits of agents and people around commits: amending, trailers, detached heads, formatters."""

import time

from flow import flow
from samples import GO, GO_DELETE, MD, MD_DEPLOY, MD_FAQ, PY, TS, TS_COUPON, TS_SHIPPING
from world import World


@flow(ledgers="ref none", seldom=True)
def amended_after_the_push(w: World) -> None:
    """Ann amends an agent's pushed commit and pushes by force; Bob, who built on it, rebases."""
    ann = w.team({"cart.ts": TS, "README.md": MD})
    opus = ann.agent()
    opus.append("cart.ts", TS_COUPON)
    opus.commit("Coupons")
    opus.stop()
    ann.git("push", "-q")
    bob = w.clone("bob")
    acme = bob.agent("acme", "INT-2")
    acme.append("README.md", MD_DEPLOY)
    acme.commit("Deploying")
    acme.stop()
    ann.person().edit("cart.ts", ("WELCOME: 10", "WELCOME: 15"))
    ann.git("commit", "-q", "-a", "--amend", "-m", "Coupons for all")
    ann.git("push", "-q", "--force-with-lease")
    bob.git("pull", "-q", "--rebase")
    bob.git("push", "-q")
    ann.git("pull", "-q")
    w.ask()
    for clone in (ann, bob):
        clone.expect_clean()
        clone.expect_blame(
            "cart.ts",
            {
                "WELCOME: 15": "ann @Coupons for all",
                "const reduction": "INT-1/opus @Coupons for all",
            },
        )
        clone.expect_blame("README.md", {"Tag the commit": "INT-2/acme @Deploying"})


@flow(seldom=True)
def agent_is_killed_in_a_call(w: World) -> None:
    """The host dies between a call's two hooks; the text is there; another session goes on."""
    ann = w.solo({"cart.ts": TS})
    opus = ann.agent()
    opus.begin()
    opus.look("cart.ts")
    text = TS + TS_COUPON
    opus.event("pre", "file_edit", targets=[opus.target("cart.ts", text)])
    ann.put("cart.ts", text)
    again = ann.agent("opus", "INT-1", session="second")
    if w.config.mode == "enforce":
        again.change_all({"cart.ts": text + TS_SHIPPING}, refused="STALE_FILE")  # it may live
        time.sleep(6)
    again.append("cart.ts", TS_SHIPPING)
    again.commit("Both")
    again.stop()
    w.ask()
    ann.expect_clean()
    ann.expect_blame(
        "cart.ts",
        {
            "const domestic": "INT-1/opus @Both",
            "const reduction": ("INT-1/opus @Both", "ann @Both"),
            "let sum": "ann @Begin",
        },
    )


@flow(seldom=True)
def commit_on_a_detached_head_is_lost_and_found(w: World) -> None:
    """An agent commits on a detached HEAD; Ann leaves it, and finds it again."""
    ann = w.solo({"cart.ts": TS})
    ann.git("checkout", "-q", "--detach")
    opus = ann.agent()
    opus.append("cart.ts", TS_COUPON)
    lost = opus.commit("Coupons")
    opus.stop()
    ann.settle()
    ann.git("checkout", "-q", "main")
    ann.expect_nothing_left("INT-1")
    ann.person("bob").append("cart.ts", TS_SHIPPING)
    ann.person("bob").commit("Shipping")
    ann.git("branch", "found", lost)
    ann.git("merge", "-q", "found", fails=True)
    ann.put("cart.ts", TS + TS_COUPON + TS_SHIPPING)
    ann.git("add", "-A")
    ann.git("commit", "-q", "-m", "Found")
    w.ask()
    ann.expect_blame(
        "cart.ts",
        {
            "const reduction": "INT-1/opus @Coupons",
            "const domestic": "bob @Shipping",
            "let sum": "ann @Begin",
        },
    )


@flow(seldom=True)
def orphan_branch_by_an_agent(w: World) -> None:
    """An agent starts an orphan branch with one of main's files and a page of its own."""
    ann = w.solo({"README.md": MD, "cart.ts": TS})
    opus = ann.agent()
    opus.sh("git checkout -q --orphan pages && git rm -q --cached cart.ts && rm cart.ts")
    opus.write(
        "index.html", "<!doctype html>\n<title>Shop</title>\n<p>Open from nine to five.</p>\n"
    )
    opus.commit("Pages")
    opus.stop()
    ann.expect_blame("index.html", {"Open from nine": "INT-1/opus @Pages"})
    ann.settle()
    ann.git("checkout", "-q", "main")
    w.ask()
    ann.expect_blame("README.md", {"make run": "ann @Begin"})
    ann.expect_blame("cart.ts", {"let sum": "ann @Begin"})
    ann.expect_nothing_left("INT-1")


@flow(seldom=True)
def formatter_in_claudes_commit(w: World) -> None:
    """Claude commits; the pre-commit hook changes quotes and adds the file again."""
    ann = w.solo({"billing.py": PY})
    where = ann.git("rev-parse", "--git-path", "hooks").strip()
    old = ann.path / where / "pre-commit"
    chained = old.read_text() if old.exists() else None
    if chained is not None:
        old.rename(ann.path / where / "pre-commit.other")
    ann.put(
        f"{where}/pre-commit",
        '#!/bin/sh\nsed -i "s/\'/\\"/g" billing.py && git add billing.py\n'
        + ('exec "$(dirname "$0")/pre-commit.other" "$@"\n' if chained else ""),
    )
    (ann.path / where / "pre-commit").chmod(0o755)
    claude = ann.claude()
    claude.append(
        "billing.py",
        "\n\ndef label(number, year):\n    short = str(year)[2:]\n"
        "    return 'R-' + short + '-' + str(number)\n",
    )
    claude.commit("Labels")
    claude.stop()
    w.ask()
    ann.expect_clean()
    ann.expect_blame(
        "billing.py",
        {
            "short = ": "INT-1/opus @Labels",
            '"R-" + short': "INT-1/opus @Labels",
            "received >=": "ann @Begin",
        },
    )
    ann.expect_intent_code("INT-1", {"billing.py": ["short = ", '"R-" + short']})


@flow(seldom=True)
def vendored_directory_is_updated(w: World) -> None:
    """Bob copies a library in, an agent patches a line, Bob copies the next version over."""
    ann = w.solo({"README.md": MD})
    ann.person("bob").write("README.md", MD + MD_FAQ)
    (ann.path / "third").mkdir()
    ann.person("bob").write("third/lib.go", GO)
    ann.person("bob").commit("Vendor 1")
    opus = ann.agent()
    opus.edit("third/lib.go", ("no such key: ", "unknown key: "))
    opus.commit("Patch")
    opus.stop()
    ann.settle()
    ann.person("bob").write(
        "third/lib.go", GO.replace("no such key: ", "unknown key: ") + GO_DELETE
    )
    ann.person("bob").commit("Vendor 2 with our patch")
    w.ask()
    ann.expect_clean()
    ann.expect_blame(
        "third/lib.go",
        {
            "unknown key": "INT-1/opus @Patch",
            "existed :=": "bob @Vendor 2 with our patch",
            "value, ok": "bob @Vendor 1",
        },
    )


@flow(seldom=True)
def trailing_commas_and_sorted_imports(w: World) -> None:
    """Bob's formatter sorts imports of two writers and adds a trailing comma."""
    head = "import os\nimport sys\n\n\ndef run(argv):\n    return os.path.exists(argv[0])\n"
    ann = w.solo({"main.py": head})
    opus = ann.agent()
    opus.edit("main.py", ("import sys\n", "import sys\nimport json\nimport argparse\n"))
    opus.commit("Imports")
    opus.stop()
    ann.settle()
    ann.person("bob").edit(
        "main.py",
        (
            "import os\nimport sys\nimport json\nimport argparse\n",
            "import argparse\nimport json\nimport os\nimport sys\n",
        ),
    )
    ann.person("bob").commit("Sort")
    w.ask()
    ann.expect_blame(
        "main.py",
        {
            "import argparse": "INT-1/opus @Imports",
            "import json": "INT-1/opus @Imports",
            "import os": "ann @Begin",
            "import sys": "ann @Begin",
        },
    )
