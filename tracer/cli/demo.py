"""The story of `tracer demo`. Everything it prints comes from real calls.

A copy of the sample repository is edited through the same entry as a real agent's hooks, in
the generic dialect; the commands a reader could type are run as the reader would.
"""

from __future__ import annotations

import io
import json
import os
import shlex
import shutil
import subprocess
import tempfile
import textwrap
from contextlib import redirect_stderr, redirect_stdout
from typing import TYPE_CHECKING, Any

from tracer.agents.run import run as hook
from tracer.cli import exit_codes, output
from tracer.cli.demo_edits import (
    BOOKS,
    OUT_OF_SCOPE,
    PERSON,
    PYTHON_TAX,
    REFACTOR,
    TYPESCRIPT_TAX,
    Edit,
)
from tracer.cli.words import STYLE_OF_VERDICT
from tracer.ledger import Index
from tracer.model.errors import InputError, VcsError
from tracer.model.workspace import Workspace
from tracer.resources import data_dir

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tracer.cli.output import Segment

_WIDTH = 80
_GIT = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-c", "commit.gpgsign=false")


def tell(*, keep: bool, page: str | None = None) -> int:
    """Tell the story in a temporary directory; returns the exit code of its last command.

    With `page` its pages are written to that file.
    """
    here = os.getcwd()
    page = page and os.path.abspath(page)
    root = os.path.realpath(tempfile.mkdtemp(prefix="tracer-demo-"))
    try:
        shutil.copytree(os.path.join(data_dir("fixtures"), "sample"), root, dirs_exist_ok=True)
        os.chdir(root)
        code = _Story(root).tell()
        if page is not None:
            _write_page(page)
        return code
    finally:
        os.chdir(here)
        if keep:
            output.note(f"The repository is kept in {root}")
        else:
            shutil.rmtree(root, ignore_errors=True)


def _write_page(path: str) -> None:
    """Write the page of the story in the current directory, and say where it is."""
    from tracer.cli.app import run  # noqa: PLC0415 - app imports this module's command

    os.makedirs(os.path.dirname(path), exist_ok=True)
    with redirect_stderr(io.StringIO()) as told:
        code = run(("page", "--out", path, "--lives"))
    if code == exit_codes.DONE:
        output.note(f"The story as pages, for a browser: {path}")
    else:
        output.note(told.getvalue().strip())


class _Story:
    """One telling, in the repository at `root`."""

    def __init__(self, root: str) -> None:
        self.root = root
        self.call = 0

    def tell(self) -> int:
        """All scenes, in order."""
        self.scene("A shop, half Python, half TypeScript. Agents may write only for an intent.")
        self.git("init", "--quiet")
        self.git("add", ".")
        self.git("commit", "--quiet", "--message", "Shop without taxes")
        self.run("init", "--mode", "enforce", quiet=True)
        for identifier, name in (("INT-001", "Sales tax"), ("INT-002", "Tidy up")):
            scope = ("--scope", "billing/", "--scope", "web/")
            self.run("intent", "add", identifier, "--name", name, *scope, quiet=True)
        self.scene("An agent writes without naming one.")
        self.edit(PYTHON_TAX)
        self.scene("It selects one, then writes in two languages. A hook records each call.")
        self.select("INT-001")
        self.edit(PYTHON_TAX)
        self.edit(TYPESCRIPT_TAX)
        self.scene("A person adds a line in an editor, where no hook sees it.")
        self.write(PERSON)
        self.say("person", f"billing/invoice.py: {BOOKS.strip()}")
        self.scene("For another intent the agent moves the function to a file and renames it.")
        self.select("INT-002")
        self.edit(REFACTOR)
        self.scene("It had not seen the person's line. It reads the file and tries again.")
        self.read("billing/invoice.py")
        self.edit(REFACTOR)
        self.scene("Then it tries a file that the intent does not cover.")
        self.edit(OUT_OF_SCOPE)
        self.scene("Whose is the moved code? Not the mover's: it serves what it was written for.")
        self.run("blame", "billing/tax.py", "-L", "7,17")
        self.scene("Where is the code of INT-001 now?")
        self.run("blame-by-intent", "INT-001")
        self.scene("How did the function come to be?")
        self.run("log", "-L", ":vat:billing/tax.py")
        self.scene("And nobody has altered the ledger since.")
        return self.run("verify")

    def scene(self, title: str) -> None:
        """Say what comes next."""
        output.print_lines([[("# ", "bold blue"), (title, "bold")]])

    def run(self, *arguments: str, quiet: bool = False) -> int:
        """Run a command of tracer as a person would, showing it."""
        from tracer.cli.app import run  # noqa: PLC0415 - app imports this module's command

        shown = shlex.join(arguments)
        output.print_lines([[("$ ", "dim"), (f"tracer {shown}", "cyan")]])
        if not quiet:
            return run(arguments)
        notes = io.StringIO()
        with redirect_stdout(io.TextIOWrapper(io.BytesIO())), redirect_stderr(notes):
            code = run(arguments)
        if code != exit_codes.DONE:
            raise InputError(f"tracer {shown}: {notes.getvalue().strip()}", fix="Report this")
        return code

    def git(self, *arguments: str) -> None:
        """Run git in the repository."""
        done = subprocess.run(
            ["git", *_GIT, *arguments], cwd=self.root, capture_output=True, check=False
        )
        if done.returncode:
            raise VcsError(done.stderr.decode("utf-8", "replace").strip(), fix="Install git")

    def select(self, intent_id: str) -> None:
        """The agent calls the MCP tool select_active_intent; its hook binds the session."""
        fields = {"kind": "mcp", "tool": "select_active_intent", "intent_id": intent_id}
        answer = self.event("post", fields)
        self.tell_call(f"select_active_intent({intent_id})", answer, "checked out")

    def read(self, path: str) -> None:
        """The agent reads a file; its hook remembers what it has seen."""
        self.call += 1
        answer = self.event("post", {"kind": "read", "targets": [{"path": path}]})
        self.tell_call(f"read {path}", answer, "seen")

    def edit(self, edits: Sequence[Edit]) -> None:
        """One call of the agent that writes: asked before, done if allowed, reported after."""
        self.call += 1
        texts = self.texts_after(edits)
        targets = [{"path": path, "op": "edit", "after": text} for path, text in texts.items()]
        fields = {"kind": "file_edit", "targets": targets}
        answer = self.event("pre", fields)
        if answer.get("decision") != "deny":
            self.write(edits)
            answer = self.event("post", fields)
        self.tell_call("edit " + ", ".join(texts), answer, "recorded")

    def event(self, phase: str, fields: dict[str, Any]) -> dict[str, Any]:
        """The answer of the hook to one event of the agent."""
        event = {
            "schema": "tracer.event/1",
            "phase": phase,
            "agent": "demo",
            "session_id": "s1",
            "turn_id": "1",
            "call_id": f"c{self.call}",
            "cwd": self.root,
            "model": "acme-1",
            **fields,
        }
        answer = hook("generic", json.dumps(event).encode())
        if answer.stderr:
            output.note(answer.stderr.decode("utf-8", "replace").rstrip())
        document: dict[str, Any] = json.loads(answer.stdout or b"{}")
        return document

    def tell_call(self, what: str, answer: dict[str, Any], done: str) -> None:
        """One line for a call and one for what came of it."""
        error = answer.get("error")
        if error:
            self.say("agent", what, (f"refused, {error['error_code']}", "bold red"))
            for line in textwrap.wrap(error["message"], _WIDTH - 2):
                output.print_lines([[(f"  {line}", "")]])
            return
        with Index.open(Workspace(self.root)) as index:
            record = index.entry(answer.get("record") or "")
        verdict = record.mutation_class if record is not None else None
        if verdict:
            self.say("agent", what, (f"{done}, {verdict}", STYLE_OF_VERDICT[verdict]))
        else:
            self.say("agent", what, (done, "green"))

    @staticmethod
    def say(who: str, what: str, outcome: Segment = ("", "")) -> None:
        """Who does what, and what comes of it."""
        arrow = " → " if outcome[0] else ""
        output.print_lines([[(f"{who}: ", "magenta"), (what, ""), (arrow, "dim"), outcome]])

    def texts_after(self, edits: Sequence[Edit]) -> dict[str, str]:
        """Path → text of the files once the edits are made."""
        texts: dict[str, str] = {}
        for edit in edits:
            full = os.path.join(self.root, edit.path)
            if edit.path not in texts:
                texts[edit.path] = ""
                if os.path.exists(full):
                    with open(full, encoding="utf-8") as file:
                        texts[edit.path] = file.read()
            text = texts[edit.path]
            assert text.count(edit.before) == 1 or not text
            texts[edit.path] = text.replace(edit.before, edit.after) if text else edit.after
        return texts

    def write(self, edits: Sequence[Edit]) -> None:
        """Make the edits on disk."""
        for path, text in self.texts_after(edits).items():
            with open(os.path.join(self.root, path), "w", encoding="utf-8", newline="") as file:
                file.write(text)
