"""What happens to texts: put back, discarded, deleted and written again, formatted, re-encoded."""

import time

from flow import flow
from samples import (
    GO,
    GO_DELETE,
    JAVA,
    MD,
    MD_FAQ,
    PY,
    PY_DISCOUNT,
    PY_EXPORT,
    PY_REMINDER,
    RUBY,
    RUST,
    RUST_TOP,
    TS,
    TS_COUPON,
    TS_SHIPPING,
    YAML,
    YAML_LINT,
)
from world import World


@flow()
def edit_and_put_back(w: World) -> None:
    """An agent changes a line and puts it back: git sees nothing, and the line is its owner's."""
    ann = w.solo({"billing.py": PY})
    opus = ann.agent()
    opus.edit("billing.py", ("return received >= self.net()", "return abs(received) > 10_000"))
    opus.edit("billing.py", ("return abs(received) > 10_000", "return received >= self.net()"))
    opus.stop()
    w.ask()
    w.note(not ann.git("diff", "--", "billing.py"), "the text should be as it was")
    ann.expect_blame("billing.py", {"received >=": "ann @Begin"})
    ann.expect_nothing_left("INT-1")


@flow()
def a_line_that_breaks_the_syntax(w: World) -> None:
    """An agent's line breaks YAML, a deletion TOML: what stands below is its owners' all along."""
    yaml = (
        "on:\n  push:\n\njobs:\n  one:\n    strategy:\n      matrix:\n        go:\n        - 17\n"
    )
    toml = '[groups]\ntest = [\n    "pytest",\n]\ncheck = [\n    "pyright",\n    "mypy",\n]\n'
    ann = w.solo({"ci.yml": yaml, "tool.toml": toml})
    opus = ann.agent()
    opus.edit("ci.yml", ("      matrix:\n", "   parallel: 3\n      matrix:\n"))
    opus.edit("tool.toml", ("check = [\n", ""))
    before = {"jobs": "ann @Begin", "matrix": "ann @Begin", "- 17": "ann @Begin"}
    entries = {'"pyright"': "ann @Begin", '"mypy"': "ann @Begin", '"pytest"': "ann @Begin"}
    ann.expect_blame("ci.yml", before | {"parallel": "INT-1/opus"})
    ann.expect_blame("tool.toml", entries)
    ann.commit("Broken")
    opus.stop()
    w.ask()
    ann.expect_blame("ci.yml", before | {"parallel": "INT-1/opus @Broken"})
    ann.expect_blame("tool.toml", entries)
    ann.person().write("ci.yml", yaml)
    ann.person().write("tool.toml", toml.replace("check", "types"))
    ann.commit("Mended")
    ann.expect_blame("ci.yml", before)
    ann.expect_blame("tool.toml", entries | {"types": "ann @Mended"})


@flow()
def an_operator_in_a_condition_of_two_lines(w: World) -> None:
    """An agent changes an operator on the first line: the second, not a byte of it, stays Ann's."""
    c = "int f(int a, int b) {\n    if (a && b == 2 &&\n        c > 7) {\n        g(a);\n    }\n}\n"
    ann = w.solo({"f.c": c})
    opus = ann.agent()
    opus.edit("f.c", ("a && b == 2 &&", "a || b == 2 &&"))
    ann.expect_blame("f.c", {"c > 7": "ann @Begin", "g(a)": "ann @Begin", "b == 2": "INT-1/opus"})
    ann.commit("Or")
    opus.stop()
    w.ask()
    ann.expect_blame("f.c", {"c > 7": "ann @Begin", "b == 2": "INT-1/opus @Or"})


@flow()
def removed_function_put_back_by_the_same_agent(w: World) -> None:
    """An agent deletes a person's function and restores it in its next call: the person's."""
    ann = w.solo({"cart.ts": TS + TS_SHIPPING})
    opus = ann.agent()
    opus.write("cart.ts", TS)
    opus.write("cart.ts", TS + TS_SHIPPING)
    opus.stop()
    w.ask()
    ann.expect_blame("cart.ts", {"const domestic": "ann @Begin", "const weight": "ann @Begin"})
    ann.expect_nothing_left("INT-1")


@flow()
def discarded_attempt_written_again_for_another_intent(w: World) -> None:
    """INT-1's new file is deleted; later another agent writes the same text for INT-2."""
    ann = w.solo({"README.md": MD})
    opus, acme = ann.agent("opus", "INT-1"), ann.agent("acme", "INT-2")
    opus.write("store.go", GO)
    opus.delete("store.go")
    opus.stop()
    acme.write("store.go", GO)
    ann.commit("A store")
    w.ask()
    ann.expect_blame("store.go", {"value, ok :=": "INT-2/acme @A store"})
    ann.expect_nothing_left("INT-1")
    ann.expect_intent_code("INT-2", {"store.go": ["value, ok :=", "type Store struct"]})


@flow(seldom=True)
def discarded_attempt_in_a_file_written_again(w: World) -> None:
    """INT-1's function in a file of Ann's is thrown away; for INT-2 somebody writes it again."""
    ann = w.solo({"billing.py": PY, "cart.ts": TS})
    opus, acme = ann.agent("opus", "INT-1"), ann.agent("acme", "INT-2")
    opus.append("billing.py", PY_DISCOUNT)
    opus.append("cart.ts", TS_SHIPPING)
    opus.stop()
    ann.git("checkout", "-q", "--", "billing.py", "cart.ts")
    acme.append("billing.py", PY_DISCOUNT)
    acme.append("cart.ts", TS_SHIPPING.replace("domestic", "inland"))
    ann.commit("Discounts")
    acme.stop()
    w.ask()
    ann.expect_nothing_left("INT-1")
    ann.expect_blame("billing.py", {"factor = ": "INT-2/acme @Discounts"})
    ann.expect_blame("cart.ts", {"const inland": "INT-2/acme @Discounts"})
    ann.expect_intent_code("INT-2", {"billing.py": ["factor = "], "cart.ts": ["const inland"]})


@flow()
def half_of_an_attempt_kept_the_rest_written_again(w: World) -> None:
    """Ann keeps one function of INT-1's two and throws the other away; INT-2's agent writes it."""
    ann = w.solo({"billing.py": PY})
    opus, acme = ann.agent("opus", "INT-1"), ann.agent("acme", "INT-2")
    opus.append("billing.py", PY_DISCOUNT + PY_REMINDER)
    opus.stop()
    ann.person().write("billing.py", PY + PY_REMINDER)
    ann.commit("Reminders")
    acme.append("billing.py", PY_DISCOUNT)
    ann.commit("Discounts")
    acme.stop()
    w.ask()
    truth = {"factor = ": "INT-2/acme @Discounts", "def reminder": "INT-1/opus @Reminders"}
    ann.expect_blame("billing.py", truth)


@flow()
def same_text_on_two_branches_by_two_agents(w: World) -> None:
    """Two agents write the same function, each on its branch: there it is whose it is."""
    ann = w.solo({"billing.py": PY})
    ann.git("checkout", "-q", "-b", "one")
    opus = ann.agent("opus", "INT-1")
    opus.append("billing.py", PY_DISCOUNT)
    ann.commit("Discounts")
    opus.stop()
    time.sleep(1.1)  # commits know seconds only
    ann.git("checkout", "-q", "-b", "two", "main")
    acme = ann.agent("acme", "INT-2")
    acme.append("billing.py", PY_DISCOUNT)
    ann.commit("Rebates")
    acme.stop()
    w.ask()
    ann.expect_blame("billing.py", {"factor = ": "INT-2/acme @Rebates"})
    ann.expect_nothing_left("INT-1")
    ann.git("checkout", "-q", "one")
    ann.expect_blame("billing.py", {"factor = ": "INT-1/opus @Discounts"})
    ann.expect_nothing_left("INT-2")


@flow()
def discarded_attempt_leaves_nothing(w: World) -> None:
    """An agent's attempt is thrown away with git checkout; its intent has no code, check passes."""
    ann = w.solo({"billing.py": PY})
    base = ann.git("rev-parse", "HEAD").strip()
    opus, acme = ann.agent("opus", "INT-1"), ann.agent("acme", "INT-2")
    opus.append("billing.py", PY_EXPORT)
    opus.stop()
    ann.git("checkout", "-q", "--", "billing.py")
    acme.append("billing.py", PY_DISCOUNT)
    ann.commit("Discounts")
    acme.stop()
    w.ask()
    ann.expect_nothing_left("INT-1")
    ann.expect_blame("billing.py", {"factor = ": "INT-2/acme @Discounts"})
    ann.expect_check(base)


@flow()
def other_file_of_the_same_name(w: World) -> None:
    """A person deletes an agent's file; months later writes another one of that name."""
    ann = w.solo({"README.md": MD})
    opus = ann.agent()
    opus.write("tool.rb", RUBY)
    ann.commit("A tool")
    opus.stop()
    ann.settle()
    ann.git("rm", "-q", "tool.rb")
    ann.git("commit", "-q", "-m", "No tool")
    ann.person().write(
        "tool.rb", "def greet(people)\n  people.each { |one| puts one.upcase }\nend\n"
    )
    ann.commit("A greeter")
    w.ask()
    ann.expect_blame("tool.rb", {"puts one.upcase": "ann @A greeter"})
    ann.expect_nothing_left("INT-1")


@flow()
def persons_uncommitted_lines_say_so(w: World) -> None:
    """A person's lines that are in no commit are nobody's yet, and no intent's."""
    ann = w.solo({"README.md": MD, "cart.ts": TS})
    ann.person().append("README.md", MD_FAQ)
    ann.agent().append("cart.ts", TS_COUPON)
    w.ask()
    ann.expect_blame("README.md", {"It lives in memory": "?", "make test": "ann @Begin"})
    if ann.traced:
        ann.expect_blame("cart.ts", {"const reduction": "INT-1/opus"})
        ann.expect_intent_code("INT-1", {"cart.ts": ["const reduction"]})


@flow()
def agent_runs_a_formatting_script(w: World) -> None:
    """The same through the shell, over several files of a person."""
    ann = w.solo(
        {
            "a.go": GO.replace("\t", "    "),
            "b.go": ("package store\n" + GO_DELETE).replace("\t", "    "),
        }
    )
    opus = ann.agent()
    opus.sh("sed -i 's/    /\\t/g' a.go b.go")
    opus.commit("Tabs")
    opus.stop()
    w.ask()
    ann.expect_blame("a.go", {"value, ok :=": "ann @Begin", "defer s.mu": "ann @Begin"})
    ann.expect_blame("b.go", {"existed :=": "ann @Begin"})
    ann.expect_nothing_left("INT-1")


@flow()
def partial_staging_of_two_intents(w: World) -> None:
    """Two intents in one file are staged apart and committed one after the other."""
    ann = w.solo({"billing.py": PY})
    ann.agent("opus", "INT-1").append("billing.py", PY_DISCOUNT)
    ann.agent("acme", "INT-2").prepend("billing.py", "# Checked by the tax office in March.\n")
    whole = ann.text("billing.py")
    ann.put("billing.py", PY + PY_DISCOUNT)
    ann.git("add", "billing.py")
    ann.put("billing.py", whole)
    ann.git("commit", "-q", "-m", "Discounts")
    ann.commit("Say who checked it")
    w.ask()
    ann.expect_blame(
        "billing.py",
        {
            "factor = ": "INT-1/opus @Discounts",
            "tax office in March": "INT-2/acme @Say who checked it",
            "received >=": "ann @Begin",
        },
    )


@flow(seldom=True)
def one_half_staged_one_half_thrown_away(w: World) -> None:
    """Of an agent's two functions one is committed, the other restored away."""
    ann = w.solo({"billing.py": PY})
    opus = ann.agent()
    opus.append("billing.py", PY_DISCOUNT)
    opus.append("billing.py", PY_EXPORT)
    opus.stop()
    ann.put("billing.py", PY + PY_DISCOUNT)
    ann.git("add", "billing.py")
    ann.put("billing.py", PY + PY_DISCOUNT + PY_EXPORT)
    ann.git("commit", "-q", "-m", "Discounts")
    ann.git("restore", "billing.py")
    w.ask()
    ann.expect_blame("billing.py", {"factor = ": "INT-1/opus @Discounts"})
    ann.expect_intent_code("INT-1", {"billing.py": ["def discount", "factor = "]})


@flow()
def crlf_file_edited_by_an_agent(w: World) -> None:
    """An agent edits one method in a CRLF file and keeps its line ends."""
    ann = w.solo({"Basket.java": JAVA.replace("\n", "\r\n")})
    opus = ann.agent()
    opus.edit(
        "Basket.java",
        (
            "        return items.size();\r\n",
            '        System.out.println("counted");\r\n        return items.size();\r\n',
        ),
    )
    ann.commit("Log it")
    opus.stop()
    w.ask()
    ann.expect_blame(
        "Basket.java",
        {
            'println("counted")': "INT-1/opus @Log it",
            "return items.size()": "ann @Begin",
            "items.add(item)": "ann @Begin",
        },
    )


@flow()
def comment_block_moves_with_one_word_changed(w: World) -> None:
    """An agent moves a documented function between files and changes one word of its comment."""
    doc = """/**
 * Keeps the carts of all customers who are shopping right now.
 * A cart is forgotten thirty minutes after its last change.
 * Nothing is written to disk, so a restart forgets them all.
 */
export function remember(cart: { owner: string }, carts: Map<string, unknown>): void {
  carts.set(cart.owner, { cart, since: Date.now() });
}
"""
    head = "export const LIMIT_OF_CARTS = 500;\n"
    ann = w.solo({"cart.ts": head + "\n" + doc, "README.md": MD})
    opus = ann.agent()
    opus.change_all({"memory.ts": doc.replace("thirty", "forty"), "cart.ts": head})
    opus.commit("Carts in memory have their file")
    opus.stop()
    w.ask()
    ann.expect_blame(
        "memory.ts",
        {
            "Keeps the carts of all": "ann @Begin",
            "Nothing is written to disk": "ann @Begin",
            "carts.set(cart.owner": "ann @Begin",
        },
    )


@flow()
def docstring_moves_with_its_function(w: World) -> None:
    """A person moves an agent's function with a long docstring; the docstring stays the agent's."""
    block = '''

def reconcile_accounts(ours, theirs):
    """Compare our bookings with those of the bank.

    Bookings match by amount and reference, whatever their dates are.
    What is left over on either side is returned in its order.
    """
    open_ours = [one for one in ours if one.key not in {other.key for other in theirs}]
    open_theirs = [one for one in theirs if one.key not in {other.key for other in ours}]
    return open_ours, open_theirs
'''
    ann = w.solo({"billing.py": PY})
    opus = ann.agent()
    opus.append("billing.py", block)
    ann.commit("Reconcile")
    opus.stop()
    ann.person().write("billing.py", PY)
    ann.person().write("bank.py", '"""Bank."""\n' + block)
    ann.commit("Bank apart")
    w.ask()
    ann.expect_blame(
        "bank.py",
        {
            "Bookings match by amount": "INT-1/opus @Reconcile",
            "What is left over": "INT-1/opus @Reconcile",
            "open_ours = ": "INT-1/opus @Reconcile",
        },
    )


@flow()
def yaml_reindented_by_a_person(w: World) -> None:
    """A person indents an agent's YAML block deeper: the agent's still."""
    ann = w.solo({"build.yml": YAML})
    opus = ann.agent()
    opus.append("build.yml", YAML_LINT)
    ann.commit("Lint job")
    opus.stop()
    deeper = YAML_LINT.replace("\n    ", "\n      ").replace("      - run", "        - run")
    ann.person().write("build.yml", YAML + deeper)
    ann.commit("Indent")
    w.ask()
    ann.expect_blame(
        "build.yml",
        {"timeout-minutes: 7": "INT-1/opus @Lint job", "uses: actions/checkout": "ann @Begin"},
    )


@flow()
def statement_split_in_two(w: World) -> None:
    """An agent names a part of a person's return value: the words stay the person's."""
    text = """export function label(user: { first: string; last: string }): string {
  return user.last.trim().toUpperCase() + ", " + user.first.trim();
}
"""
    after = """export function label(user: { first: string; last: string }): string {
  const family = user.last.trim().toUpperCase();
  return family + ", " + user.first.trim();
}
"""
    ann = w.solo({"label.ts": text})
    opus = ann.agent()
    opus.write("label.ts", after)
    opus.commit("Name the family")
    opus.stop()
    w.ask()
    ann.expect_blame(
        "label.ts",
        {"export function label": "ann @Begin", ', " + user.first.trim()': "ann @Begin"},
    )


@flow()
def agents_half_line_in_rust(w: World) -> None:
    """An agent adds a function in the middle of a person's file: what follows is the person's."""
    ann = w.solo({"lib.rs": RUST + RUST_TOP})
    opus = ann.agent()
    opus.write("lib.rs", RUST + RUST_LEN + RUST_TOP)
    opus.commit("Count them")
    opus.stop()
    w.ask()
    ann.expect_blame(
        "lib.rs",
        {"counter.counts.len()": "INT-1/opus @Count them", "ranked.truncate": "ann @Begin"},
    )


RUST_LEN = """
pub fn distinct_words(counter: &Counter) -> usize {
    counter.counts.len()
}
"""


@flow(ledgers="ref")
def formatter_in_a_persons_commit(w: World) -> None:
    """A formatter runs while Ann commits an agent's lines: laid out anew, they stay the agent's."""
    ann = w.solo({"billing.py": PY})
    opus = ann.agent()
    opus.append("billing.py", PY_DISCOUNT)
    opus.stop()
    text = ann.text("billing.py").replace(
        "factor = Decimal(100 - percent)", "factor=Decimal(100-percent)"
    )
    text = text.replace("(net * factor)", "(\n        net * factor\n    )").replace(
        "<= rec", "<=rec"
    )
    ann.person().write("billing.py", text)
    ann.commit("Discounts, formatted")
    w.ask()
    ann.expect_blame(
        "billing.py",
        {
            "factor=Decimal(100-percent)": "INT-1/opus",
            "        net * factor": "INT-1/opus",
            "received = ": "ann @Begin",
        },
    )
    ann.expect_intent_code("INT-1", {"billing.py": ["factor=", "net * factor"]})
