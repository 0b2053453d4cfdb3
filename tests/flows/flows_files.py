"""Files of a week: their names, kinds, encodings and places, and what is committed of them."""

from flow import flow
from samples import GO, GO_KEYS, MD, PY, PY_DISCOUNT, PY_EXPORT, TS, TS_COUPON, YAML
from world import World


@flow(ledgers="ref none", seldom=True)
def one_path_of_three_is_committed(w: World) -> None:
    """`git commit -o PATH` while others are staged, then unstaged with `restore --staged`."""
    ann = w.solo({"billing.py": PY, "cart.ts": TS, "store.go": GO})
    opus, acme = ann.agent(), ann.agent("acme", "INT-2")
    opus.append("billing.py", PY_DISCOUNT)
    acme.append("cart.ts", TS_COUPON)
    ann.person("bob").append("store.go", GO_KEYS)
    ann.git("add", "-A")
    ann.person("bob").git("commit", "-q", "-m", "Keys", "-o", "store.go")
    ann.git("restore", "--staged", "cart.ts")
    ann.git("commit", "-q", "-m", "Discounts")
    opus.stop()
    acme.stop()
    ann.git("restore", "cart.ts")
    w.ask()
    ann.expect_clean()
    ann.expect_blame("store.go", {"matching :=": "bob @Keys"})
    ann.expect_blame("billing.py", {"factor = ": "INT-1/opus @Discounts"})
    ann.expect_nothing_left("INT-2")


@flow(ledgers="ref none", seldom=True)
def file_leaves_the_index_and_is_ignored(w: World) -> None:
    """An agent's file is taken out of git with `rm --cached`, ignored, and put in again."""
    ann = w.solo({"README.md": MD})
    opus = ann.agent()
    opus.write("settings.yml", YAML)
    opus.commit("Settings")
    opus.stop()
    ann.git("rm", "-q", "--cached", "settings.yml")
    ann.put(".gitignore", "settings.yml\n")
    ann.commit("Ignore it")
    ann.expect_clean()
    ann.person("bob").edit("settings.yml", ("name: build", "name: test"))
    opus.stop()
    ann.put(".gitignore", "*.tmp\n")
    ann.person("bob").commit("Have it again")
    w.ask()
    ann.expect_clean()
    ann.expect_blame(
        "settings.yml",
        {
            "name: test": "bob @Have it again",
            "make test": ("INT-1/opus @Settings", "INT-1/opus @Have it again"),
        }
        if w.traced
        else {"name: test": "bob @Have it again"},
    )


@flow(seldom=True)
def agent_works_in_a_subdirectory(w: World) -> None:
    """An agent's shell works below a directory, moves files out of it and commits there."""
    ann = w.solo({"web/src/cart.ts": TS, "web/README.md": MD})
    opus = ann.agent()
    opus.append("web/src/cart.ts", TS_COUPON)
    opus.sh("cd web/src && git mv cart.ts ../basket.ts && git add -A .. && git commit -q -m Basket")
    opus.sh("cd web && sed -i 's/WELCOME: 10/WELCOME: 12/' basket.ts && git commit -q -a -m Twelve")
    opus.stop()
    w.ask()
    ann.expect_clean()
    ann.expect_blame(
        "web/basket.ts",
        {
            "WELCOME: 12": "INT-1/opus @Twelve",
            "const reduction": "INT-1/opus @Basket",
            "let sum": "ann @Begin",
        },
    )
    ann.expect_intent_code("INT-1", {"web/basket.ts": ["WELCOME: 12", "const reduction"]})


@flow(seldom=True)
def bob_joins_and_splits_lines(w: World) -> None:
    """Bob puts an agent's call on several lines and joins Ann's; nobody loses any."""
    ann = w.solo({"billing.py": PY})
    opus = ann.agent()
    opus.append("billing.py", PY_DISCOUNT)
    opus.commit("Discounts")
    opus.stop()
    ann.settle()
    ann.person("bob").edit(
        "billing.py",
        (
            '    return (net * factor).quantize(Decimal("0.01"))',
            '    return (net * factor).quantize(\n        Decimal("0.01")\n    )',
        ),
        (
            "return sum((line.amount for line in self.lines), Decimal(0))",
            "return sum(\n            (line.amount for line in self.lines), Decimal(0)\n        )",
        ),
    )
    ann.person("bob").commit("Wrap")
    w.ask()
    ann.expect_blame(
        "billing.py",
        {
            "(net * factor)": "INT-1/opus @Discounts",
            '        Decimal("0.01")': "INT-1/opus @Discounts",
            "(line.amount": "ann @Begin",
            "            (line.amount": "ann @Begin",
        },
    )


@flow(seldom=True)
def other_encodings(w: World) -> None:
    """Files in Latin-1, with a BOM, and in UTF-16; an agent's shell changes each of them."""
    ann = w.solo(
        {
            "a.txt": "Gr\xfc\xdfe\naus K\xf6ln\nund Bonn\n".encode("latin-1"),
            "b.py": b"\xef\xbb\xbf" + PY.encode(),
            "c.txt": "eins\nzwei\n".encode("utf-16"),
        }
    )
    opus = ann.agent()
    opus.sh("printf 'und M\\374nchen\\n' >> a.txt")
    opus.sh("sed -i 's/received >= self/received > self/' b.py")
    opus.sh("printf 'd\\0r\\0e\\0i\\0\\n\\0' >> c.txt")
    opus.sh("git add -A && git commit -q -m 'Three files'")
    opus.stop()
    w.ask()
    ann.expect_clean()
    ann.expect_blame("a.txt", {"nchen": "INT-1/opus @Three files", "Bonn": "ann @Begin"})
    ann.expect_blame(
        "b.py",
        {
            "received > self": "INT-1/opus @Three files",
            "Invoices of": "ann @Begin",
            "self.lines = ": "ann @Begin",
        },
    )


@flow(seldom=True)
def no_newline_at_the_end(w: World) -> None:
    """A file without its last newline: an agent adds a line, Bob the newline."""
    ann = w.solo({"list.txt": "alpha first\nbeta second"})
    opus = ann.agent()
    opus.write("list.txt", "alpha first\nbeta second\ngamma third")
    opus.commit("Gamma")
    opus.stop()
    ann.settle()
    ann.person("bob").write("list.txt", "alpha first\nbeta second\ngamma third\n")
    ann.person("bob").commit("Newline")
    w.ask()
    ann.expect_blame(
        "list.txt", {"alpha": "ann @Begin", "beta": "ann @Begin", "gamma": "INT-1/opus @Gamma"}
    )


@flow(seldom=True)
def mode_changes_only(w: World) -> None:
    """`chmod +x` by an agent and a commit: no line changes hands, nothing waits."""
    ann = w.solo({"run.sh": "#!/bin/sh\nset -e\nmake test\n"})
    opus = ann.agent()
    opus.sh("chmod +x run.sh")
    opus.commit("Executable")
    opus.append("run.sh", "make lint\n")
    opus.sh("chmod -x run.sh && git commit -q -a -m Lint")
    opus.stop()
    w.ask()
    ann.expect_clean()
    ann.expect_blame(
        "run.sh",
        {"make test": "ann @Begin", "set -e": "ann @Begin", "make lint": "INT-1/opus @Lint"},
    )
    ann.expect_intent_code("INT-1", {"run.sh": ["make lint"]})


@flow(seldom=True)
def names_of_files_are_odd(w: World) -> None:
    """Names with blanks, quotes, umlauts, a leading dash and brackets."""
    names = ["two words.py", "it's.py", "\u00fcber.py", "a[1].py", "-dash.py", 'say "hi".py']
    ann = w.solo(
        dict.fromkeys(names[:1], PY)
        | {name: f"# {number}\n{PY_EXPORT}" for number, name in enumerate(names[1:])}
    )
    opus = ann.agent()
    for name in names:
        opus.append(name, PY_DISCOUNT.replace("discount", f"discount{names.index(name)}"))
    opus.sh("git add -A && git commit -q -m 'Odd names'")
    opus.stop()
    ann.settle()
    ann.git("mv", "--", "-dash.py", "dash \u00e9.py")
    ann.person("bob").commit("No dash")
    w.ask()
    ann.expect_clean()
    for name in (*names[:4], names[5], "dash \u00e9.py"):
        ann.expect_blame(name, {"factor = ": "INT-1/opus @Odd names"})


@flow(seldom=True)
def notebook_cells_change_places(w: World) -> None:
    """Bob reorders the cells of a notebook, one of which an agent wrote, and clears an output."""
    import json

    def cell(text: str, count: int | None = None) -> dict:
        return {
            "cell_type": "code",
            "execution_count": count,
            "metadata": {},
            "outputs": [],
            "source": [text + "\n"],
        }

    def book(*cells: dict) -> str:
        return (
            json.dumps(
                {"cells": list(cells), "metadata": {}, "nbformat": 4, "nbformat_minor": 5}, indent=1
            )
            + "\n"
        )

    load = cell("table = read_csv('orders.csv')", 1)
    plot = cell("table.plot(kind='bar')", 2)
    mean = cell("mean = table.amount.mean().round(2)", 3)
    ann = w.solo({"a.ipynb": book(load, plot)})
    opus = ann.agent()
    opus.write("a.ipynb", book(load, plot, mean))
    opus.commit("Mean")
    opus.stop()
    ann.settle()
    ann.person("bob").write("a.ipynb", book(load, mean, plot))
    ann.person("bob").commit("Mean first")
    w.ask()
    ann.expect_clean()
    ann.expect_blame(
        "a.ipynb",
        {"mean = table": "INT-1/opus @Mean", "read_csv": "ann @Begin", "table.plot": "ann @Begin"},
    )


@flow(seldom=True)
def lock_file_made_anew(w: World) -> None:
    """An agent's command writes the lock file with one more package; Bob updates another."""
    import json

    def lock(**versions: str) -> str:
        return (
            json.dumps(
                {
                    "packages": {
                        name: {"version": v, "integrity": f"sha512-{name}{v}"}
                        for name, v in sorted(versions.items())
                    }
                },
                indent=2,
            )
            + "\n"
        )

    ann = w.solo({"lock.json": lock(left="1.0.0", right="2.1.0")})
    opus = ann.agent()
    (w.base / "new.json").write_text(lock(left="1.0.0", middle="0.3.0", right="2.1.0"))
    opus.sh(f"cp {w.base}/new.json lock.json")
    opus.commit("Middle")
    opus.stop()
    ann.settle()
    ann.person("bob").write("lock.json", lock(left="1.0.1", middle="0.3.0", right="2.1.0"))
    ann.person("bob").commit("Left")
    w.ask()
    ann.expect_blame(
        "lock.json",
        {
            "sha512-left1.0.1": "bob @Left",
            "sha512-middle": "INT-1/opus @Middle",
            "sha512-right": "ann @Begin",
        },
    )
