"""Code that moves: renames, moved functions, copies, by people and by agents."""

from flow import flow
from samples import (
    GO,
    JAVA,
    JAVA_CONTAINS,
    MD,
    MD_DEPLOY,
    PY,
    PY_DISCOUNT,
    PY_EXPORT,
    PY_REMINDER,
    RUBY,
    RUBY_MERGE,
    TS,
    TS_COUPON,
    near_alike,
)
from team import Agent
from world import Clone, World


@flow()
def person_moves_agents_function(w: World) -> None:
    """A person moves an agent's function, unchanged, to a new file: before and after the commit."""
    ann = w.solo({"billing.py": PY})
    opus = ann.agent()
    opus.append("billing.py", PY_DISCOUNT)
    ann.commit("Discounts")
    opus.stop()
    ann.person().write("billing.py", PY)
    ann.person().write("discounts.py", "from decimal import Decimal\n" + PY_DISCOUNT)
    ann.expect_blame("discounts.py", {"factor = ": "INT-1/opus @Discounts"})
    ann.commit("Discounts have a file of their own")
    w.ask()
    ann.expect_blame(
        "discounts.py",
        {
            "def discount": "INT-1/opus @Discounts",
            "Take some percent": "INT-1/opus @Discounts",
            "factor = ": "INT-1/opus @Discounts",
            "quantize": "INT-1/opus @Discounts",
        },
    )
    ann.expect_intent_code("INT-1", {"discounts.py": ["factor = ", "quantize"]})


@flow()
def one_of_some_near_alike_functions_moves(w: World) -> None:
    """Of functions of three writers that differ in a number a person moves one to the end."""
    first, second, third, fourth = (near_alike(number) for number in (101, 102, 103, 104))
    ann = w.solo({"handle.js": "const convert = require('./convert')\n"})
    opus = ann.agent()
    opus.append("handle.js", "\n" + first)
    ann.person().write("handle.js", ann.text("handle.js") + "\n" + second)
    opus.append("handle.js", "\n" + third)
    ann.commit("Handlers")
    opus.stop()
    head = ann.text("handle.js").partition("\n")[0] + "\n"
    ann.person().write("handle.js", f"{head}\n{first}\n{third}\n{second}")
    whose = ["INT-1/opus @Handlers", "INT-1/opus @Handlers", "ann @Handlers"]
    truth = dict.fromkeys(("function handle", "if (value", "return result"), whose)
    ann.expect_blame("handle.js", truth)
    ann.commit("Hers at the end")
    w.ask()
    ann.expect_blame("handle.js", truth)
    ann.person().write("handle.js", f"{head}\n{third}\n{first}\n{fourth}\n{second}")
    ann.commit("One more")
    ann.expect_blame("handle.js", {"return result": [*whose[:2], "ann @One more", "ann @Handlers"]})


@flow()
def git_mv_of_an_agents_file(w: World) -> None:
    """`git mv` by a person: blame, blame-by-intent and map follow."""
    ann = w.solo({"README.md": MD})
    opus = ann.agent()
    opus.write("store.go", GO)
    ann.commit("A store")
    opus.stop()
    ann.settle()
    (ann.path / "pkg").mkdir()
    ann.git("mv", "store.go", "pkg/memory.go")
    ann.git("commit", "-q", "-m", "Move it")
    w.ask()
    ann.expect_blame("pkg/memory.go", {"value, ok :=": "INT-1/opus @A store"})
    ann.expect_intent_code("INT-1", {"pkg/memory.go": ["value, ok :=", "type Store struct"]})


@flow(seldom=True)
def git_mv_of_a_directory(w: World) -> None:
    """`git mv` of a directory with files of an agent and of a person."""
    ann = w.solo({"src/billing.py": PY, "src/cart.ts": TS})
    opus = ann.agent()
    opus.write("src/store.go", GO)
    opus.append("src/cart.ts", TS_COUPON)
    ann.commit("Store and coupons")
    opus.stop()
    ann.settle()
    ann.git("mv", "src", "lib")
    ann.git("commit", "-q", "-m", "Call it lib")
    w.ask()
    ann.expect_blame("lib/store.go", {"value, ok :=": "INT-1/opus @Store and coupons"})
    ann.expect_blame(
        "lib/cart.ts", {"const reduction": "INT-1/opus @Store and coupons", "let sum": "ann @Begin"}
    )
    ann.expect_blame("lib/billing.py", {"received >=": "ann @Begin"})
    ann.expect_intent_code(
        "INT-1", {"lib/store.go": ["value, ok :="], "lib/cart.ts": ["const reduction"]}
    )


@flow()
def agent_writes_a_text_that_stands_elsewhere(w: World) -> None:
    """An agent writes a file with another file's text: the untouched file keeps its author."""
    ann = w.solo({"one.ts": TS})
    opus = ann.agent()
    opus.write("two.ts", TS)
    opus.commit("Two")
    opus.stop()
    w.ask()
    ann.expect_blame("one.ts", {"let sum": "ann @Begin", "items.length === 0": "ann @Begin"})
    if ann.traced:
        told = [row["origin"].get("copied_from") for text, row in ann.blamed("two.ts") if text]
        w.note(
            all(one and one["path"] == "one.ts" for one in told),
            f"each line of the copy should name the file it repeats: {told[:3]}",
        )


@flow()
def person_copies_agents_function(w: World) -> None:
    """A person copies an agent's function to another file; the original stays the agent's."""
    ann = w.solo({"billing.py": PY, "orders.py": '"""Orders."""\n\nfrom decimal import Decimal\n'})
    opus = ann.agent()
    opus.append("billing.py", PY_DISCOUNT)
    ann.commit("Discounts")
    opus.stop()
    ann.person().append("orders.py", PY_DISCOUNT)
    ann.commit("Orders have discounts, too")
    w.ask()
    ann.expect_blame("billing.py", {"factor = ": "INT-1/opus @Discounts"})


@flow(ledgers="ref none")
def case_only_rename(w: World) -> None:
    """`readme.md` becomes `README.md`: the same file under another spelling."""
    ann = w.solo({"readme.md": MD})
    opus = ann.agent()
    opus.append("readme.md", MD_DEPLOY)
    opus.commit("How to deploy")
    opus.stop()
    ann.git("mv", "-f", "readme.md", "README.md")
    ann.git("commit", "-q", "-m", "Shout")
    w.ask()
    ann.expect_blame(
        "README.md",
        {"Nobody deploys on": "INT-1/opus @How to deploy", "Every change": "ann @Begin"},
    )
    ann.expect_intent_code("INT-1", {"README.md": ["Nobody deploys on"]})


@flow(seldom=True)
def function_rename_in_one_call(w: World) -> None:
    """An agent renames a person's function and its use: definition and use stay the person's."""
    ann = w.solo({"cart.ts": TS + TS_COUPON})
    opus = ann.agent()
    text = ann.text("cart.ts")
    opus.write("cart.ts", text.replace("total(cart", "grandTotal(cart"))
    opus.commit("Grand total")
    opus.stop()
    w.ask()
    ann.expect_blame(
        "cart.ts",
        {
            "export function grandTotal": "ann @Begin",
            "return Math.max(0, grandTotal(cart) - reduction)": "ann @Begin",
        },
    )
    ann.expect_nothing_left("INT-1")


@flow(seldom=True)
def rename_in_two_calls_in_python(w: World) -> None:
    """A method and its use in another file, one edit each; then both are the person's still."""
    shop = "from billing import Invoice\n\n\ndef debt(lines):\n    return Invoice(lines).net()\n"
    ann = w.solo({"billing.py": PY, "shop.py": shop})
    opus = ann.agent()
    opus.write(
        "billing.py",
        PY.replace("def net(", "def net_total(").replace("self.net()", "self.net_total()"),
    )
    opus.edit("shop.py", ("Invoice(lines).net()", "Invoice(lines).net_total()"))
    opus.stop()
    opus.commit("Say net total")
    w.ask()
    ann.expect_blame("shop.py", {"Invoice(lines).net_total()": "ann @Begin"})
    ann.expect_blame("billing.py", {"def net_total": "ann @Begin", "received >=": "ann @Begin"})


@flow()
def person_renames_an_agents_function_in_two_files(w: World) -> None:
    """A person gives it another name where it stands and where it is called, and a local, too."""
    shop = "import billing\n\n\ndef debt(net):\n    return billing.discount(net, 5)\n"
    ann = w.solo({"billing.py": PY})
    opus = ann.agent("opus", "INT-1")
    opus.append("billing.py", PY_DISCOUNT)
    opus.write("shop.py", shop)
    opus.commit("Discounts")
    opus.stop()
    local = ("factor = ", "part = "), ("net * factor", "net * part")
    ann.person().edit("billing.py", ("def discount(", "def reduced("), *local)
    ann.person().edit("shop.py", ("billing.discount(", "billing.reduced("))
    ann.commit("Say reduced")
    w.ask()
    ann.expect_blame("billing.py", {"def reduced": "INT-1/opus @Discounts"})
    ann.expect_blame("shop.py", {"billing.reduced(net, 5)": "INT-1/opus @Discounts"})


@flow()
def person_calls_another_function_in_two_files(w: World) -> None:
    """Both functions were there: the lines that call the other one now are the person's."""
    both = PY + PY_DISCOUNT + PY_DISCOUNT.replace("def discount", "def reduced")
    uses = "import billing\n\n\ndef debt(net):\n    return billing.discount(net, 5)\n"
    ann = w.solo({"billing.py": both})
    opus = ann.agent("opus", "INT-1")
    opus.write("shop.py", uses)
    opus.write("market.py", uses)
    opus.commit("Debts")
    opus.stop()
    for name in ("shop.py", "market.py"):
        ann.person().edit(name, ("billing.discount(", "billing.reduced("))
    ann.commit("Reduce")
    w.ask()
    for name in ("shop.py", "market.py"):
        ann.expect_blame(name, {"billing.reduced(": "ann @Reduce", "def debt": "INT-1/opus"})


@flow()
def person_moves_method_to_another_class(w: World) -> None:
    """A person moves an agent's Java method up within its file and commits."""
    ann = w.solo({"Basket.java": JAVA})
    opus = ann.agent()
    text = JAVA.rstrip()[:-1].rstrip() + "\n" + JAVA_CONTAINS + "}\n"
    opus.write("Basket.java", text)
    ann.commit("Contains any")
    opus.stop()
    ann.person().write(
        "Basket.java",
        JAVA.replace("    public void put(", JAVA_CONTAINS.lstrip("\n") + "\n    public void put("),
    )
    ann.commit("Queries first")
    w.ask()
    ann.expect_blame(
        "Basket.java",
        {"items.contains(candidate)": "INT-1/opus @Contains any", "items.add(item)": "ann @Begin"},
    )


@flow()
def file_split_in_two_by_a_person(w: World) -> None:
    """A person splits an agent's file in two; both halves stay the agent's."""
    ann = w.solo({"README.md": MD})
    opus = ann.agent()
    opus.write(
        "shop.py",
        '"""Shop."""\n\nfrom decimal import Decimal\n' + PY_DISCOUNT + PY_REMINDER + PY_EXPORT,
    )
    ann.commit("Shop functions")
    opus.stop()
    ann.person().write("shop.py", '"""Shop."""\n\nfrom decimal import Decimal\n' + PY_DISCOUNT)
    ann.person().write("letters.py", '"""Letters."""\n' + PY_REMINDER + PY_EXPORT)
    ann.commit("Letters apart")
    w.ask()
    ann.expect_blame(
        "letters.py",
        {
            "salutation = ": "INT-1/opus @Shop functions",
            "header = ": "INT-1/opus @Shop functions",
            '"""Letters."""': "ann @Letters apart",
        },
    )
    ann.expect_blame("shop.py", {"factor = ": "INT-1/opus @Shop functions"})


@flow(seldom=True)
def ruby_function_moves_between_people(w: World) -> None:
    """Bob moves Ann's Ruby method to a new file while an agent adds one beside it."""
    ann = w.solo({"settings.rb": RUBY + RUBY_MERGE})
    ann.person("bob").write("settings.rb", RUBY)
    ann.person("bob").write("merge.rb", RUBY_MERGE.lstrip("\n"))
    ann.person("bob").commit("Merge apart")
    opus = ann.agent()
    opus.append("merge.rb", RUBY_DIFF)
    opus.commit("Difference")
    opus.stop()
    w.ask()
    ann.expect_blame(
        "merge.rb",
        {"combined[name] = ": "ann @Begin", "removed = before.keys": "INT-1/opus @Difference"},
    )


RUBY_DIFF = """
# Names that only one of two environments has.
def difference(before, after)
  removed = before.keys - after.keys
  added = after.keys - before.keys
  { removed: removed, added: added }
end
"""


BUSY = """def ship(parcel, depot):
    box = depot.pack(parcel)
    box.weigh(depot.scale)
    box.label(parcel.owner, box.weight)
    depot.load(box)
    return box
"""


@flow()
def git_mv_and_local_rename_of_committed_code(w: World) -> None:
    """Somebody without tracer moves an agent's file and renames a local on nearly every line."""
    ann = w.team({"README.md": MD})
    bob = w.clone("bob", tracer=False)
    opus = ann.agent()
    opus.write("ship.py", BUSY)
    ann.commit("Ship")
    opus.stop()
    ann.settle()
    ann.git("push", "-q")
    bob.git("pull", "-q")
    bob.git("mv", "ship.py", "shipping.py")
    bob.put("shipping.py", BUSY.replace("box", "crate"))
    bob.commit("Move and rename")
    bob.git("push", "-q")
    ann.git("pull", "-q")
    w.ask()
    ann.expect_blame("shipping.py", {"crate": "INT-1/opus @Ship", "def ship": "INT-1/opus @Ship"})
    ann.expect_intent_code("INT-1", {"shipping.py": ["crate", "def ship"]})


@flow(ledgers="ref", seldom=True)
def local_rename_before_the_first_commit(w: World) -> None:
    """The same of a file that no commit had: the agent's text is in one clone's cache alone."""
    ann = w.solo({"README.md": MD})
    opus = ann.agent()
    opus.write("ship.py", BUSY)
    opus.stop()
    ann.person("bob").write("ship.py", BUSY.replace("box", "crate"))
    ann.person("bob").commit("Ship")
    w.ask()
    ann.expect_blame("ship.py", {"crate": "INT-1/opus", "def ship": "INT-1/opus"})


@flow(ledgers="ref file")
def agent_moves_a_file_with_lines_that_a_person_committed(w: World) -> None:
    """A hook finds Bob's function, an agent moves it, Bob commits, the agent moves the file."""
    head = '"""Letters to customers."""\n'
    ann = w.solo({"billing.py": PY, "letters.py": head, "README.md": MD})
    opus = ann.agent()
    ann.person("bob").append("billing.py", PY_REMINDER)
    opus.append("README.md", MD_DEPLOY)
    opus.change_all({"billing.py": PY, "letters.py": head + PY_REMINDER})
    opus.stop()
    ann.person("bob").commit("Reminders")
    opus.sh("git mv letters.py mail.py")
    opus.stop()
    ann.expect_blame("mail.py", {"salutation = ": "bob @Reminders", "Letters": "ann @Begin"})
    ann.commit("Mail")
    w.ask()
    ann.expect_blame("mail.py", {"salutation = ": "bob @Reminders", "Letters": "ann @Begin"})


def _a_person_went_on(w: World) -> tuple[Clone, Agent, Agent]:
    """Ann's clone and two agents' sessions; Bob has committed to the file after the first one."""
    ann = w.solo({"billing.py": PY})
    opus, acme = ann.agent("opus", "INT-1"), ann.agent("acme", "INT-2")
    opus.append("billing.py", PY_DISCOUNT)
    ann.commit("Discounts")
    ann.person("bob").append("billing.py", PY_REMINDER)
    ann.person("bob").commit("Reminders")
    return ann, opus, acme


@flow(seldom=True)
def person_renames_a_file_that_a_person_went_on_with(w: World) -> None:
    """Bob commits to an agent's file, Ann renames it; an agent edits it before she commits."""
    ann, opus, acme = _a_person_went_on(w)
    ann.settle()
    ann.git("mv", "billing.py", "invoices.py")
    acme.append("invoices.py", PY_EXPORT)
    truth = {"factor = ": "INT-1/opus @Discounts", "def reminder": "bob @Reminders"}
    ann.expect_blame("invoices.py", truth)
    ann.commit("Invoices")
    opus.stop()
    acme.stop()
    w.ask()
    ann.expect_blame("invoices.py", truth | {"def export": "INT-2/acme @Invoices"})


@flow(seldom=True)
def person_moves_a_function_that_a_person_committed_since(w: World) -> None:
    """Bob's function in an agent's file moves to a new one, which an agent edits at once."""
    ann, opus, acme = _a_person_went_on(w)
    ann.person().write("billing.py", PY + PY_DISCOUNT)
    ann.person().write("reminders.py", PY_REMINDER.lstrip())
    acme.append("reminders.py", PY_EXPORT)
    ann.expect_blame("reminders.py", {"def reminder": "bob @Reminders"})
    ann.commit("A file of reminders")
    opus.stop()
    acme.stop()
    w.ask()
    truth = {"def reminder": "bob @Reminders", "def export": "INT-2/acme @A file of reminders"}
    ann.expect_blame("reminders.py", truth)
    ann.expect_blame("billing.py", {"factor = ": "INT-1/opus @Discounts"})


@flow()
def file_moved_with_a_link_left_in_its_place(w: World) -> None:
    """Bob moves a file and leaves a link where it was: nothing that moved becomes his."""
    ann = w.solo({"billing.py": PY})
    opus = ann.agent()
    opus.append("billing.py", PY_DISCOUNT)
    opus.commit("Discounts")
    bob = ann.person("bob")
    (ann.path / "shop").mkdir()
    bob.git("mv", "billing.py", "shop/billing.py")
    (ann.path / "billing.py").symlink_to("shop/billing.py")
    bob.commit("Move billing")
    bob.append("shop/billing.py", PY_REMINDER)
    bob.commit("Reminder")
    w.ask()
    truth = {
        "factor = ": "INT-1/opus @Discounts",
        "class Invoice": "ann @Begin",
        "{overdue_days} days": "bob @Reminder",
    }
    ann.expect_blame("shop/billing.py", truth)
    ann.expect_intent_code("INT-1", {"shop/billing.py": ["factor = "]})


@flow()
def a_file_becomes_a_directory(w: World) -> None:
    """An agent turns a script without a suffix into a package of two modules."""
    ann = w.solo({"billing": PY, "README.md": MD})
    opus = ann.agent()
    opus.sh("git mv billing b.tmp && mkdir billing && git mv b.tmp billing/core.py")
    opus.write("billing/extra.py", PY_EXPORT.lstrip("\n"))
    opus.commit("A package")
    opus.stop()
    w.ask()
    ann.expect_clean()
    ann.expect_blame("billing/core.py", {"received >=": "ann @Begin"})
    ann.expect_blame("billing/extra.py", {"header = ": "INT-1/opus @A package"})
    ann.expect_intent_code("INT-1", {"billing/extra.py": ["header = "]})
