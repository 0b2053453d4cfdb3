"""What stands around a command's words: assignments, redirections, here-documents announced."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from tracer.policy.spelling import META, Document, NotUnderstood, Scanner, joined

if TYPE_CHECKING:
    from tracer.policy.words import Word

_DEVICES = frozenset({"/dev/null", "/dev/stdout", "/dev/stderr", "/dev/tty", "/dev/zero"})


class Redirections(Scanner):
    """Reads them, and refuses a redirection that writes a file."""

    def assignment(self) -> tuple[str, str | None, bool] | None:
        """`NAME=VALUE`: its name, its value where that is known, whether it is a number."""
        start = self.at
        name = self.name()
        plus = 1 if self.peek() == "+" else 0
        if not name or self.text[self.at + plus : self.at + plus + 1] != "=":
            if name and self.peek() == "[":
                raise NotUnderstood
            self.at = start
            return None
        self.at += plus + 1
        if self.peek() == "(":
            self.at += 1
            self._array()
            return name, None, False
        pieces = self.pieces()
        if any(piece.text is None for piece in pieces):
            parts = [piece for piece in pieces if piece.text != ""]
            return name, None, len(parts) == 1 and parts[0].name == "#" and not plus
        value = joined(pieces)
        return name, None if plus else value, bool(value) and value.isdigit() and not plus

    def _array(self) -> None:
        while True:
            self.skip_lines()
            if self.peek() == ")":
                self.at += 1
                return
            self.word()

    def redirection(self) -> bool:
        """Take one redirection, where there is one; raises for one that writes a file."""
        start = self.at
        self.skip_blanks()
        while self.peek().isdigit():
            self.at += 1
        if self.peek() not in ("<", ">") and not self.text.startswith("&>", self.at):
            self.at = start
            return False
        if self.text.startswith(("<(", ">("), self.at):
            self.at = start
            return False
        for operator in ("&>>", "<<<", "<<-", "&>", ">>", ">|", ">&", "<&", "<<", "<>", "<", ">"):
            if self.text.startswith(operator, self.at):
                break
        self.at += len(operator)
        if operator in ("<<", "<<-"):
            self._announce(strips_tabs=operator == "<<-")
            return True
        self.skip_blanks()
        words = self.word()
        if len(words) != 1:
            raise NotUnderstood
        self._check_redirection(operator, words[0])
        return True

    def _check_redirection(self, operator: str, word: Word) -> None:
        if operator == "<<<":
            return
        text = word.text
        if operator in (">&", "<&") and text is not None and text.rstrip("-").isdigit():
            return
        if operator == "<&" or word.is_glob or word.is_many:
            raise NotUnderstood
        if operator == "<":
            if text is None and not word.is_operand:
                raise NotUnderstood
            if text is not None and _is_network(text):
                raise NotUnderstood
            return
        if operator == "<>" or text not in _DEVICES:
            raise NotUnderstood

    def _announce(self, *, strips_tabs: bool) -> None:
        """The mark that ends a here-document, whose text begins on the next line."""
        self.skip_blanks()
        quoted, parts = False, []
        while not self.at_end() and self.text[self.at] not in META:
            char = self.text[self.at]
            if char in "$`\\" or ord(char) < 32:  # noqa: PLR2004
                raise NotUnderstood
            if char in "'\"":
                end = self.text.index(char, self.at + 1) if char in self.text[self.at + 1 :] else -1
                if end < 0:
                    raise NotUnderstood
                quoted = True
                parts.append(self.text[self.at + 1 : end])
                self.at = end + 1
                continue
            parts.append(char)
            self.at += 1
        mark = "".join(parts)
        if not mark or "\n" in mark or "\\" in mark:
            raise NotUnderstood
        self.documents.append(Document(mark, strips_tabs, quoted))

    def pattern(self) -> None:
        """A regular expression behind `=~`: letters, marks and brackets, up to a blank."""
        start, level = self.at, 0
        while not self.at_end():
            char = self.text[self.at]
            if char in " \t\n" and not level:
                break
            if char in "'\"`;&<>\n" or (char == "$" and self.text[self.at + 1] in "({"):
                raise NotUnderstood
            level += (char == "(") - (char == ")")
            self.at += 2 if char == "\\" else 1
        if self.at == start:
            raise NotUnderstood


def _is_network(path: str) -> bool:
    return os.path.normpath(path).startswith(("/dev/tcp", "/dev/udp", "//dev"))
