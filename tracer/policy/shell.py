"""What a shell command line reads and writes, by parsing it with the real shell grammar.

The answer errs on one side only: a line is `safe` when every command in it is known to only
read; anything unknown, dynamic or broken counts as writing. This walks the syntax tree; what a
simple command means is in `commands`.
"""

from __future__ import annotations

import os
import time
from typing import Any

from tracer.policy.braces import expanded
from tracer.policy.commands import DEPTH, MOVING, SHIPPED, Commands
from tracer.policy.plans import Classes, ShellPlan
from tracer.policy.reader import is_understood
from tracer.policy.reading import reading
from tracer.policy.tables import joined, tables
from tracer.policy.words import NOTHING_KNOWN, Word, plain_words, variables_of, words_of
from tracer.policy.writes import guessed, redirected

__all__ = ["Classes", "ShellPlan", "plan"]

_LENGTH = 200_000  # bytes; a longer line is not looked into
_PARTS = 60_000  # nodes of a line that are looked at
_LEVELS = 150
_SHORT = 10_000  # bytes; whatever stands in such a line, it is parsed in a fifth of a second
_PARSED_S = 0.5
_BLOCK = 1_024  # each text of a node is asked for anew
_BRACED = 200  # commands of a broken line that are looked at
_PRINTING = frozenset({"echo", "printf"})
_OUTPUT = frozenset({">", ">>", ">|", "&>", "&>>", "<>", ">&"})
_NETWORK = ("/dev/tcp/", "/dev/udp/")  # bash opens connections under these names


def plan(line: str, cwd: str, classes: Classes = SHIPPED) -> ShellPlan:
    """What `line`, run in the directory `cwd`, does as far as its text tells.

    Cost: a table look-up for plain words, else about a millisecond.
    """
    reader = _Reader(tables(), cwd, classes)
    reader.read(line, 0)
    found = reader.plan()
    if found.is_safe and not is_understood(line, cwd, reading(), classes):
        return found._replace(is_safe=False)
    return found


def _parsed(parser: Any, line: bytes) -> Any:
    """The root of a line's tree; None where a long one takes too long: errors cost its square."""
    if len(line) < _SHORT:
        return parser.parse(line).root_node
    until = time.process_time() + _PARSED_S
    try:
        return parser.parse(
            lambda at, _: line[at : at + _BLOCK],
            progress_callback=lambda _, __: time.process_time() > until,
        ).root_node
    except ValueError:  # it was stopped
        parser.reset()
        return None


class _TooMuchError(Exception):
    """The line has more parts, or is nested deeper, than a person writes."""


class _Reader(Commands):
    """One pass over the syntax tree of a command line."""

    _parts = 0
    _level = 0
    _pipe = False  # whether what is visited stands behind a `|`
    _variables = NOTHING_KNOWN
    _whole: Any = None  # the statement with the redirections of the command in it

    def read(self, line: str, depth: int) -> None:
        """Read a whole line; `depth` counts the lines it is inside of."""
        self._depth = depth
        plain = plain_words(line)
        if plain is not None:
            self._command(plain, line)
            return
        if depth > DEPTH or len(line) > _LENGTH:
            self._anything(line)
            return
        from tracer.syntax.grammar import language_named  # noqa: PLC0415 - most lines are plain

        root = _parsed(language_named("bash").parser, line.encode(errors="replace"))
        if root is None:
            self._dangers.append("the line takes too long to be read")
            self._anything(line)
            return
        if root.has_error:
            self._anything(line)
            self._braced_commands(line)
        outer, self._variables = self._variables, variables_of(root, self._cwd)
        try:
            self._visit(root)
        except _TooMuchError:
            self._dangers.append("the line is too long or nested too deeply to be read")
            self._anything(line)
        finally:
            self._level = 0
            self._variables = outer

    def _braced_commands(self, line: str) -> None:
        """`{rm,-rf,src}` is a command for bash, and none for its grammar."""
        for mark in ";|&\n":
            line = line.replace(mark, ";")
        for part in line.split(";")[:_BRACED]:
            written = part.split()
            if not written or written[0][:1] != "{" or "," not in written[0]:
                continue
            first = expanded([(written[0], False)]) or []
            words = [Word(text, is_glob) for text, is_glob in first]
            if words and words[0].text and not words[0].is_glob:
                self._command([*words, *(Word(text) for text in written[1:])], part)

    def _visit(self, node: Any) -> None:
        self._parts += 1
        self._level += 1
        if self._parts > _PARTS or self._level > _LEVELS:
            raise _TooMuchError
        self._visit_kind(node)
        self._level -= 1

    def _visit_kind(self, node: Any) -> None:
        kind = node.type
        if kind == "command":
            self._visit_command(node)
        elif kind == "variable_assignment":
            self._visit_assignment(node)
        elif kind == "file_redirect":
            self._visit_redirect(node)
        elif node.is_named and kind not in self._known.structure:
            self._anything(_text(node))
            self._visit_children(node)
        else:
            self._visit_children(node)

    def _visit_children(self, node: Any) -> None:
        before = self._cwd
        outer_pipe, outer_whole = self._pipe, self._whole
        if node.type == "redirected_statement":
            self._whole = node
        last = ""
        for child in node.children:
            ahead = self._cwd
            self._pipe = outer_pipe or last in ("|", "|&")
            self._visit(child)
            if last == "||":
                self._cwd = ahead if self._cwd == ahead else None
            last = child.type
        self._pipe, self._whole = outer_pipe, outer_whole
        if node.type in self._known.isolated:
            self._cwd = before
        elif node.type in self._known.branches and self._cwd != before:
            self._cwd = None

    def _visit_assignment(self, node: Any) -> None:
        """Variables that lead `cd` and `$PWD` elsewhere."""
        name = node.child_by_field_name("name")
        given = "" if name is None else _text(name)
        self._visit_children(node)
        if given == "CDPATH":
            self._leads_elsewhere()
        elif given in ("PWD", "HOME"):
            value = node.child_by_field_name("value")
            words = [] if value is None else words_of(value, self._cwd, self._variables)
            text = words[0].text if len(words) == 1 else None
            self._cwd = text if given == "PWD" and text and os.path.isabs(text) else None

    def _leads_elsewhere(self) -> None:
        """CDPATH makes of `cd src` a way to anywhere; nobody sets it for one line."""
        self._is_moved = True
        self._dangers.append("`CDPATH` leads `cd` to places that nobody sees beforehand")

    def _visit_redirect(self, node: Any) -> None:
        operator = next((c.type for c in node.children if not c.is_named), "")
        if operator == "<" and any(c.type == "ERROR" and c.text == b">" for c in node.children):
            operator = "<>"  # the grammar does not know it
        self._visit_children(node)
        destination = node.child_by_field_name("destination")
        if destination is None:
            destination = next((c for c in reversed(node.children) if c.type == "word"), None)
        if destination is None:
            return
        word = words_of(destination, self._cwd, self._variables)[0]
        if word.text is not None and word.text.startswith(_NETWORK):
            self._dangers.append("`/dev/tcp` reaches the network")
            self._is_safe = False
            return
        if operator not in _OUTPUT:
            return
        if operator == ">&" and (word.text or "").rstrip("-").isdigit():
            return
        if word.text == "-" or (word.text and self._known.is_device(word.text)):
            return
        self._is_safe = False
        self._add(redirected(word, self._cwd))
        self._targets += guessed(word, self._cwd)

    def _visit_command(self, node: Any) -> None:
        words: list[Word] = []
        has_variables = False
        for child in node.children:
            if child.type == "variable_assignment":
                has_variables = True
                self._visit_children(child)
                if _text(child).startswith("CDPATH="):
                    self._leads_elsewhere()
                continue
            self._visit(child)
            if child.type not in ("herestring_redirect", "file_redirect"):
                words += words_of(child, self._cwd, self._variables)
        whole = node if self._whole is None else self._whole
        if words:
            self._is_piped = self._pipe
            self._document = _document_of(node, whole)
            self._sent = self._sent if self._pipe else None
            self._command(words, _text(whole))
            self._sent = joined(words[1:]) if words[0].text in _PRINTING else None
            if has_variables and words[0].text in MOVING:
                self._cwd = None  # CDPATH, HOME
            self._is_piped, self._document = False, None


def _document_of(node: Any, whole: Any) -> str | None:
    """The literal here-document or here-string of a command, or None."""
    for child in (*node.children, *(whole.children if whole is not node else ())):
        if child.type == "heredoc_redirect":
            body = next((part for part in child.children if part.type == "heredoc_body"), None)
            if body is not None and not any(part.child_count for part in body.children):
                return _text(body)
        if child.type == "herestring_redirect":
            quoted = next((part for part in child.children if part.type == "raw_string"), None)
            if quoted is not None:
                return _text(quoted)[1:-1]
    return None


def _text(node: Any) -> str:
    text: bytes = node.text
    return text.decode(errors="replace")
