"""The conversation: what the model does, what a person does in between, and the truth after it.

The tables were written down from what the story says, before tracer was asked anything.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scripted_model import Call, Step

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

APP = """\
\"\"\"Prices of orders.\"\"\"

RATE = 0.19


def net(order):
    return sum(item.price * item.count for item in order.items)


def tax(amount, rate):
    share = amount * rate
    return round(share, 2)


def gross(order):
    amount = net(order)
    return amount + tax(amount, RATE)
"""
TAX = """\
def tax(amount, rate):
    share = amount * rate
    return round(share, 2)


"""
UTIL = """\
def sales_tax(amount, rate):
    share = amount * rate
    return round(share, 2)
"""
SETTINGS = """\
CURRENCY = "EUR"
LOCALE = "de_DE"
"""


class Truth(NamedTuple):
    """One line of a file at the end.

    `by` is the step whose record gave the line its present meaning, or who else did; `mixed`
    names a step that has a share in the line, too.
    """

    text: str
    by: str
    intent: str | None = None
    mixed: str | None = None


BLANK = Truth("", "")
ONE, TWO = "INT-001", "INT-002"
APP_TRUTH = (
    Truth('"""Prices of orders."""', "create", ONE),
    BLANK,
    Truth("from src.util import sales_tax", "import", ONE),
    BLANK,
    Truth("RATE = 0.07", "sed", ONE, mixed="create"),
    Truth('print("prices loaded")', "person"),
    Truth('FREE = frozenset({"gift", "sample"})', "sed", ONE),
    BLANK,
    BLANK,
    Truth("def net(order):", "create", ONE),
    Truth("    if order.cancelled:", "second_intent", TWO),
    Truth('        raise ValueError("the order was cancelled")', "second_intent", TWO),
    Truth("    return sum(item.price * item.count for item in order.items)", "create", ONE),
    BLANK,
    BLANK,
    Truth("def gross(order):", "create", ONE),
    Truth("    if not order.items:", "edit", ONE),
    Truth("        return 0", "edit", ONE),
    Truth("    amount = net(order)", "create", ONE),
    # Anyone may import a public function, so its new name is not proved to be the same thing:
    # the line belongs to the call that wrote it, and who wrote the rest first has a share.
    Truth("    return amount + sales_tax(amount, RATE)", "call", ONE, mixed="create"),
)
UTIL_TRUTH = (
    Truth("def sales_tax(amount, rate):", "create", ONE, mixed="move"),
    Truth("    share = amount * rate", "create", ONE),
    Truth("    return round(share, 2)", "create", ONE),
)
SETTINGS_TRUTH = (
    Truth('CURRENCY = "EUR"', "commit"),
    Truth('COUNTRIES = frozenset({"DE", "AT"})', "second_settings", TWO),
    Truth('LOCALE = "de_DE"', "commit"),
)
SEED_TRUTH = (Truth("SEED = 7", "failing", TWO),)
FILES = {
    "src/app.py": APP_TRUTH,
    "src/util.py": UTIL_TRUTH,
    "src/config.py": SETTINGS_TRUTH,
    "src/seed.py": SEED_TRUTH,
}


def script(root: Path) -> list[Step]:
    """The agent's turns in the repository at `root`."""
    app, util, settings = (str(root / f"src/{name}.py") for name in ("app", "util", "settings"))
    return [
        write("unchosen", app, APP),
        select("select", ONE),
        write("create", app, APP),
        edit("edit", app, GROSS, f"{GROSS}    if not order.items:\n        return 0\n"),
        read("reread", app, meanwhile=lambda: person_edits(root / "src/app.py")),
        # One move in the way agents make it: out of here, into there, and the names mended.
        edit("remove", app, TAX, ""),
        write("move", util, UTIL),
        edit("import", app, "RATE = 0.19", "from src.util import sales_tax\n\nRATE = 0.19"),
        edit("call", app, "tax(amount, RATE)", "sales_tax(amount, RATE)"),
        bash("sed", f'sed -i -e s/0.19/0.07/ -e "/^print/a {FREE}" src/app.py'),
        write("outside", str(root / "docs/x.md"), "# Prices\n"),
        select("select_second", TWO),
        read("reread_second", app),
        edit("second_intent", app, NET, f"{NET}    if order.cancelled:\n        {RAISE}\n"),
        bash("format", "black -q src/app.py"),
        read("read_settings", settings),
        edit("second_settings", settings, "LOCALE", f"{COUNTRIES}\nLOCALE"),
        bash("rename", "git mv src/settings.py src/config.py"),
        bash("network", "cut -d: -f1 -s /proc/net/dev"),
        bash("failing", "echo 'SEED = 7' > src/seed.py; exit 3"),
    ]


GROSS = "def gross(order):\n"
NET = "def net(order):\n"
FREE = "FREE = frozenset({'gift', 'sample'})"
RAISE = "raise ValueError('the order was cancelled')"
COUNTRIES = 'COUNTRIES = frozenset({"DE", "AT"})'
REFUSED = ("unchosen", "outside")
FAILED = ("failing",)
# The calls that change files, in order, and so the records they leave.
MUTATIONS = (
    *("create", "edit", "remove", "move", "import", "call", "sed"),
    *("second_intent", "format", "second_settings", "rename", "failing"),
)


def person_edits(file: Path) -> None:
    """A line of a person's own, put in while the agent waits for its model."""
    text = file.read_text()
    file.write_text(text.replace("RATE = 0.19\n", "RATE = 0.19\nprint('prices loaded')\n"))


def write(label: str, path: str, content: str) -> Step:
    """The tool that writes a whole file."""
    return Step(label, (Call("Write", {"file_path": path, "content": content}),))


def edit(label: str, path: str, before: str, after: str) -> Step:
    """The tool that replaces a piece of text."""
    call = Call("Edit", {"file_path": path, "old_string": before, "new_string": after})
    return Step(label, (call,))


def read(label: str, path: str, meanwhile: Callable[[], None] | None = None) -> Step:
    """The tool that reads; Claude Code wants it before an Edit of what others changed."""
    return Step(label, (Call("Read", {"file_path": path}),), meanwhile)


def bash(label: str, command: str) -> Step:
    """The tool that runs a shell command."""
    return Step(label, (Call("Bash", {"command": command, "description": label}),))


def select(label: str, intent: str) -> Step:
    """The handshake, over MCP."""
    return Step(label, (Call("mcp__tracer__select_active_intent", {"intent_id": intent}),))
