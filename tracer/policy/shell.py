"""What a shell command line reads and writes, by parsing it with the real shell grammar.

The answer errs on one side only: a line is `safe` when every command in it is known to only
read; anything unknown, dynamic or broken counts as writing. This walks the syntax tree; what a
simple command means is in `commands`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.model.patterns import lazy_pattern
from tracer.policy.commands import DEPTH, MOVING, SHIPPED, Commands
from tracer.policy.plans import Classes, ShellPlan
from tracer.policy.tables import tables
from tracer.policy.words import Word, plain_words, words_of
from tracer.policy.writes import redirected

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Classes", "ShellPlan", "plan"]

_LENGTH = 200_000  # bytes; a longer line is not looked into
_OUTPUT = frozenset({">", ">>", ">|", "&>", "&>>", "<>", ">&"})
_NETWORK = ("/dev/tcp/", "/dev/udp/")  # bash opens connections under these names
_COMPUTING = frozenset({"arithmetic_expansion", "c_style_for_statement", "subscript"})
_NUMERIC = frozenset({"-eq", "-ne", "-lt", "-le", "-gt", "-ge", "-v"})
_QUOTED = frozenset({"raw_string", "ansi_c_string"})
_SUBSTITUTION = lazy_pattern(r"\$\(|`")
_PLAIN_VALUE = lazy_pattern(r"[\w./+:@%,-]*\Z")


def plan(line: str, cwd: str, classes: Classes = SHIPPED) -> ShellPlan:
    """What `line`, run in the directory `cwd`, does as far as its text tells.

    Cost: a table look-up for plain words, else about a millisecond.
    """
    reader = _Reader(tables(), cwd, classes)
    reader.read(line, 0)
    return reader.plan()


class _Reader(Commands):
    """One pass over the syntax tree of a command line."""

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

        root = language_named("bash").parser.parse(line.encode(errors="replace")).root_node
        if root.has_error:
            self._anything(line)
        self._visit(root)

    def _visit(self, node: Any) -> None:
        kind = node.type
        if kind in _COMPUTING or kind == "test_command":
            self._note_computed(node)
        if kind == "command":
            self._visit_command(node)
        elif kind == "file_redirect":
            self._visit_redirect(node)
        elif kind in self._known.assigning:
            self._visit_assignment(node)
        elif node.is_named and kind not in self._known.structure:
            self._anything(_text(node))
            self._visit_children(node)
        else:
            self._visit_children(node)

    def _note_computed(self, node: Any) -> None:
        """Variables whose value the shell evaluates: a subscript in it runs what it substitutes."""
        inside = list(_descendants(node))
        if node.type == "test_command":
            if not any(c.type == "test_operator" and _text(c) in _NUMERIC for c in inside):
                return
            if any(c.type in _QUOTED and _SUBSTITUTION.search(_text(c)) for c in inside):
                self._anything(_text(node))
        names = {"variable_name", "word"} if node.type == "subscript" else {"variable_name"}
        self._computed.update(_text(c) for c in inside if c.type in names)

    def _visit_children(self, node: Any) -> None:
        before = self._cwd
        for child in node.children:
            ahead = self._cwd
            self._visit(child)
            if child.prev_sibling is not None and child.prev_sibling.type == "||":
                self._cwd = ahead if self._cwd == ahead else None
        if node.type in self._known.isolated:
            self._cwd = before
        elif node.type in self._known.branches and self._cwd != before:
            self._cwd = None

    def _visit_assignment(self, node: Any) -> None:
        """What may set variables for the rest of the line: harmless unless programs see them."""
        names = [child for child in node.children if child.type == "variable_name"]
        only_named = node.type == "expansion" and b"=" not in node.text
        if not only_named and any(self._known.is_special_variable(_text(n)) for n in names):
            self._is_safe = False
        if any(c.type in _QUOTED and _SUBSTITUTION.search(_text(c)) for c in node.children):
            self._anything(_text(node))  # code that waits to be evaluated
        if node.type == "variable_assignment":
            value = node.child_by_field_name("value")
            is_number = value is not None and value.type == "arithmetic_expansion"
            if value is not None and not is_number and not _PLAIN_VALUE.match(_text(value)):
                self._loose.update(map(_text, names))
        if node.type == "expansion" and any(c.type == "@" for c in node.children):
            self._anything(_text(node))  # `${x@P}` evaluates
        self._visit_children(node)

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
        word = words_of(destination, self._cwd)[0]
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

    def _visit_command(self, node: Any) -> None:
        words: list[Word] = []
        has_variables = False
        for child in node.children:
            if child.type == "variable_assignment":
                has_variables = True
                name = child.child_by_field_name("name")
                if name is None or not self._known.is_harmless_variable(_text(name)):
                    self._is_safe = False
                self._visit_children(child)
                continue
            self._visit(child)
            if child.type not in ("herestring_redirect", "file_redirect"):
                words += words_of(child, self._cwd)
        whole = node.parent if node.parent.type == "redirected_statement" else node
        if words:
            self._is_piped = _reads_a_pipe(whole)
            self._document = _document_of(node, whole)
            self._command(words, _text(whole))
            if has_variables and words[0].text in MOVING:
                self._cwd = None  # CDPATH, HOME
            self._is_piped, self._document = False, None


def _descendants(node: Any) -> Iterator[Any]:
    for child in node.children:
        yield child
        yield from _descendants(child)


def _reads_a_pipe(node: Any) -> bool:
    """Whether a command stands behind a `|`."""
    while node is not None and node.type in ("command", "redirected_statement", "subshell"):
        before = node.prev_sibling
        if before is not None and before.type in ("|", "|&"):
            return True
        node = node.parent
    return False


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
