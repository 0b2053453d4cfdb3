"""The letters of a shell line: blanks, comments, quotes, expansions, here-documents.

A part of the language that shells agree on; anything else raises NotUnderstood. Every method
moves forward over the text and never looks at a character more than a few times.
"""

from __future__ import annotations

import os

from tracer.model.named_tuple import NamedTuple
from tracer.policy.braces import expanded
from tracer.policy.words import UNKNOWN, Word

META = frozenset(" \t\n;&|()<>")
_SIMPLE_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "\\": "\\", '"': '"', "a": "\a", "b": "\b",
                   "e": "\x1b", "f": "\f", "v": "\v", "?": "?"}  # fmt: skip
_HEX = frozenset("0123456789abcdefABCDEF")
_IN_BRACES = frozenset("'`\n")
_SPECIAL_NAMES = frozenset("@*#?$!-0123456789")
_AFTER_DOLLAR = frozenset("=~+^:[")
_EMPTY = frozenset({"@", "*"})


class NotUnderstood(Exception):  # noqa: N818 - no error, an answer
    """The line has something that no rule describes, or that may change something."""


class Piece(NamedTuple):
    """A part of a word. `text` is None for what is known only at run time."""

    text: str | None
    is_quoted: bool
    name: str = ""  # of the variable, where the part is one


class Document(NamedTuple):
    """A here-document whose text has not been read yet."""

    end: str
    strips_tabs: bool
    is_literal: bool


class Scanner:
    """The text and the place reached in it."""

    def __init__(self, text: str) -> None:
        if "\0" in text:
            raise NotUnderstood
        self.text = text
        self.at = 0
        self.depth = 0
        self.documents: list[Document] = []

    # What the reader does with what is found

    def substitution(self) -> None:
        """Read the commands of `$( ... )`."""
        raise NotImplementedError

    def inner_line(self, line: str) -> None:
        """Read a line in backticks."""
        raise NotImplementedError

    def computation_inside(self, text: str) -> None:
        """Note what `$(( ... ))` computes with."""
        raise NotImplementedError

    def variable_given(self, name: str) -> None:
        """Note that an expansion sets a variable."""
        raise NotImplementedError

    def is_operand_variable(self, name: str) -> bool:
        """Whether the variable never begins with a dash."""
        raise NotImplementedError

    # Places

    def at_end(self) -> bool:
        """Whether all was read."""
        return self.at >= len(self.text)

    def peek(self) -> str:
        """The next character, or nothing."""
        return self.text[self.at : self.at + 1]

    def skip_blanks(self) -> None:
        """Blanks, continued lines, and a comment up to its line's end."""
        start = self.at
        while not self.at_end():
            char = self.text[self.at]
            if char in " \t":
                self.at += 1
            elif char == "\\" and self.text.startswith("\\\n", self.at):
                self.at += 2
            else:
                break
        if self.peek() == "#":
            before = self.text[self.at - 1] if self.at else "\n"
            if before not in " \t\n;&|(" or self.text.startswith("\\\n", max(start, self.at - 2)):
                raise NotUnderstood
            end = self.text.find("\n", self.at)
            self.at = len(self.text) if end < 0 else end

    def skip_lines(self) -> None:
        """Blanks and line ends, with the here-documents that follow them."""
        while True:
            self.skip_blanks()
            if self.peek() != "\n":
                return
            self.at += 1
            waiting, self.documents = self.documents, []
            for document in waiting:
                self._document(document)

    def reserved(self) -> str:
        """The plain word at this place, which may be a reserved one; it is not taken."""
        end, length = self.at, len(self.text)
        while end < length and self.text[end] not in META:
            end += 1
            if end - self.at > 9:  # noqa: PLR2004 - longer than any reserved word
                return ""
        return self.text[self.at : end]

    def name(self) -> str:
        """Take a name of a variable; nothing where there is none."""
        start, length = self.at, len(self.text)
        end = start
        while end < length and (self.text[end] == "_" or _is_ascii_alnum(self.text[end])):
            end += 1
        if end == start or self.text[start].isdigit():
            return ""
        self.at = end
        return self.text[start:end]

    # Words

    def word(self, *, is_pattern: bool = False) -> list[Word]:
        """Take one word: the words it stands for, several where braces say so."""
        start = self.at
        pieces = self.pieces()
        if self.at == start:
            raise NotUnderstood
        if is_pattern:
            return [Word(None if any(p.text is None for p in pieces) else joined(pieces))]
        return self._words(pieces)

    def pieces(self) -> list[Piece]:
        """The parts of a word, up to a blank or a sign that ends it."""
        pieces: list[Piece] = []
        while not self.at_end():
            char = self.text[self.at]
            if char in "<>" and self.text.startswith(("<(", ">("), self.at):
                self.at += 2
                self.substitution()
                pieces.append(Piece("/dev/fd/", is_quoted=True))
                pieces.append(Piece(None, is_quoted=True))
            elif char in META:
                break
            elif char == "'":
                pieces.append(Piece(self._single_quoted(), is_quoted=True))
            elif char == '"':
                self.at += 1
                pieces += self._double_quoted()
            elif char == "$":
                pieces.append(self.dollar(is_quoted=False))
            elif char == "`":
                pieces.append(self._backticks(is_quoted=False))
            elif char == "\\":
                pieces += self._escaped()
            else:
                pieces.append(self._bare())
        return pieces

    def _bare(self) -> Piece:
        start, length = self.at, len(self.text)
        while self.at < length:
            char = self.text[self.at]
            if char in META or char in "'\"$`\\":
                break
            if char < " " or char == "\x7f" or (char > "\x7f" and not char.isalnum()):
                raise NotUnderstood  # some shells take it for a blank, or another letter
            self.at += 1
        return Piece(self.text[start : self.at], is_quoted=False)

    def _escaped(self) -> list[Piece]:
        following = self.text[self.at + 1]
        self.at += 2
        if following == "\n":
            return []
        if following < " " and following != "\t":
            raise NotUnderstood
        return [Piece(following, is_quoted=True)]

    def _single_quoted(self) -> str:
        end = self.text.find("'", self.at + 1)
        if end < 0:
            raise NotUnderstood
        text = self.text[self.at + 1 : end]
        self.at = end + 1
        return text

    def _double_quoted(self) -> list[Piece]:
        """The parts up to the closing quote, which is taken."""
        pieces = [Piece("", is_quoted=True)]
        plain: list[str] = []
        while True:
            char = self.text[self.at]
            if char == '"':
                self.at += 1
                return [*pieces, Piece("".join(plain), is_quoted=True)]
            if char == "\\":
                following = self.text[self.at + 1]
                self.at += 2
                if following != "\n":
                    plain.append(following if following in '$`"\\' else f"\\{following}")
            elif char in "$`":
                pieces.append(Piece("".join(plain), is_quoted=True))
                plain = []
                found = (
                    self.dollar(is_quoted=True) if char == "$" else self._backticks(is_quoted=True)
                )
                pieces.append(found)
            else:
                plain.append(char)
                self.at += 1

    def _backticks(self, *, is_quoted: bool) -> Piece:
        end = self.text.find("`", self.at + 1)
        if end < 0:
            raise NotUnderstood
        line = self.text[self.at + 1 : end]
        if "\\" in line or (is_quoted and '"' in line):
            raise NotUnderstood
        self.inner_line(line)
        self.at = end + 1
        return Piece(None, is_quoted)

    # Expansions

    def dollar(  # noqa: PLR0911 - one a kind of expansion
        self, *, is_quoted: bool
    ) -> Piece:
        """Take what begins with a dollar sign."""
        self.at += 1
        char = self.peek()
        if char == "(":
            if self.text.startswith("((", self.at):
                self.computation_inside(self.arithmetic())
                return Piece(None, is_quoted=True, name="#")  # digits: one word
            self.at += 1
            self.substitution()
            return Piece(None, is_quoted)
        if char == "{":
            self.at += 1
            return self._braced(is_quoted=is_quoted)
        name = self.name()
        if name:
            if self.peek() == "[":
                raise NotUnderstood
            return Piece(None, is_quoted, name)
        if char and char in _SPECIAL_NAMES:
            self.at += 1
            if char in "#?$":
                return Piece(None, is_quoted=True, name="#")
            return Piece(None, is_quoted and char not in _EMPTY)
        if char == "'" and not is_quoted:
            self._ansi()
            return Piece(None, is_quoted=True)  # for `dash` a dollar sign, and the text as it is
        if (char == '"' and not is_quoted) or (char and char in _AFTER_DOLLAR):
            raise NotUnderstood
        return Piece("$", is_quoted=True)

    def _ansi(self) -> str:
        """`$'...'`; without a quote inside, other shells see the same end."""
        end = self.text.find("'", self.at + 1)
        raw = self.text[self.at + 1 : end]
        if end < 0 or raw.endswith("\\"):
            raise NotUnderstood
        self.at = end + 1
        parts: list[str] = []
        at = 0
        while at < len(raw):
            if raw[at] != "\\":
                parts.append(raw[at])
                at += 1
                continue
            char = raw[at + 1]
            if char in _SIMPLE_ESCAPES:
                parts.append(_SIMPLE_ESCAPES[char])
                at += 2
                continue
            digits = raw[at + 2 : at + 4]
            if char != "x" or len(digits) != 2 or not _HEX.issuperset(digits):  # noqa: PLR2004
                raise NotUnderstood
            if not 0 < int(digits, 16) < 128:  # noqa: PLR2004 - a byte of its own
                raise NotUnderstood
            parts.append(chr(int(digits, 16)))
            at += 4
        return "".join(parts)

    def _braced(self, *, is_quoted: bool) -> Piece:
        """`${name}` and what may stand behind the name."""
        if self.peek() == "#":
            self.at += 1
            self._parameter()
            self._index()
            self._take("}")
            return Piece(None, is_quoted=True, name="#")
        name = self._parameter()
        is_list = self._index() or name in _EMPTY
        operator = self.peek()
        if operator == "}":
            self.at += 1
            return Piece(None, is_quoted and not is_list, "" if is_list else name)
        if operator == ":" and self.text[self.at + 1] not in "-=+?":
            self._slice()
            return Piece(None, is_quoted and not is_list)
        if operator == ":":
            self.at += 1
            operator = self.peek()
        if operator not in tuple("-=+?%#/^,"):
            raise NotUnderstood
        if operator == "=":
            self.variable_given(name)
        self.at += 1
        self._inside_braces(is_quoted=is_quoted)
        return Piece(None, is_quoted and not is_list)

    def _parameter(self) -> str:
        name = self.name()
        if name:
            return name
        char = self.peek()
        if not char or char not in "@*?$0123456789":
            raise NotUnderstood
        self.at += 1
        return char

    def _index(self) -> bool:
        """`[@]`, `[*]` or a number in brackets; whether it means all elements."""
        if self.peek() != "[":
            return False
        end = self.text.find("]", self.at, self.at + 12)
        index = self.text[self.at + 1 : end]
        if end < 0 or not (index in ("@", "*") or index.isdigit() or index == "-1"):
            raise NotUnderstood
        self.at = end + 1
        return not index.isdigit()

    def _slice(self) -> None:
        """`:number` and `:number:number`; names would be computed with."""
        end = self.text.find("}", self.at, self.at + 24)
        if end < 0 or any(char not in "0123456789:- " for char in self.text[self.at : end]):
            raise NotUnderstood
        self.at = end + 1

    def _take(self, mark: str) -> None:
        if not self.text.startswith(mark, self.at):
            raise NotUnderstood
        self.at += len(mark)

    def _inside_braces(self, *, is_quoted: bool) -> None:
        """What stands behind an operator, up to the closing brace."""
        self.depth += 1
        if self.depth > 20:  # noqa: PLR2004
            raise NotUnderstood
        while True:
            char = self.text[self.at]
            if char == "}":
                self.at += 1
                self.depth -= 1
                return
            if char == "$":
                self.dollar(is_quoted=True)
            elif char == "\\":
                if self.text[self.at + 1] not in "/.*+?-_:@%#,\\":
                    raise NotUnderstood
                self.at += 2
            elif char == '"' and not is_quoted:
                self.at += 1
                self._double_quoted()
            elif char in _IN_BRACES or char in '"<>(){' or (char < " " and char != "\t"):
                raise NotUnderstood
            else:
                self.at += 1

    def arithmetic(self) -> str:
        """The text between `((` and `))`; only letters, digits and operators."""
        self.at += 2
        start, level = self.at, 0
        while True:
            char = self.text[self.at]
            if char == "(":
                level += 1
            elif char == ")":
                if not level:
                    break
                level -= 1
            elif char in "'\"`\\[]" or (char == "$" and self.text[self.at + 1] == "("):
                raise NotUnderstood
            self.at += 1
        text = self.text[start : self.at]
        self._take("))")
        return text

    # Here-documents

    def _document(self, document: Document) -> None:
        """The text of a here-document, which begins here."""
        start = self.at
        while True:
            if self.at_end():
                raise NotUnderstood
            end = self.text.find("\n", self.at)
            end = len(self.text) if end < 0 else end
            line = self.text[self.at : end]
            if (line.lstrip("\t") if document.strips_tabs else line) == document.end:
                break
            self.at = end + 1
        body, after = self.at, end
        if not document.is_literal:
            self._document_expansions(start, body)
        elif self.depth > 1 and any(char in "'\"()`\\" for char in self.text[start:body]):
            raise NotUnderstood  # old shells count these when they look for the closing bracket
        self.at = after

    def _document_expansions(self, start: int, end: int) -> None:
        if self.depth > 1 and any(char in "'\"()`\\" for char in self.text[start:end]):
            raise NotUnderstood
        self.at = start
        while self.at < end:
            char = self.text[self.at]
            if char == "\\":
                if self.text[self.at + 1] == "\n":
                    raise NotUnderstood
                self.at += 2
            elif char == "$":
                self.dollar(is_quoted=True)
            elif char == "`":
                self._backticks(is_quoted=True)
            else:
                self.at += 1
        if self.at != end:
            raise NotUnderstood

    # Pieces to words

    def _words(self, pieces: list[Piece]) -> list[Word]:
        bare = "".join(piece.text or "" for piece in pieces if not piece.is_quoted)
        has_unknown = any(piece.text is None for piece in pieces)
        if "{" in bare and "}" in bare and ("," in bare or ".." in bare):
            if has_unknown:
                return [UNKNOWN]
            words = expanded([(piece.text or "", piece.is_quoted) for piece in pieces])
            if words is None:
                raise NotUnderstood
            return [Word(text, is_glob) for text, is_glob in words]
        is_glob = "*" in bare or "?" in bare or ("[" in bare and "]" in bare)
        if not has_unknown:
            return [self._known_word(pieces, is_glob=is_glob)]
        is_many = is_glob or any(p.text is None and not p.is_quoted for p in pieces)
        return [Word(None, is_glob, is_many, self._begins_plainly(pieces) and not is_many)]

    def _known_word(self, pieces: list[Piece], *, is_glob: bool) -> Word:
        text = joined(pieces)
        if pieces and not pieces[0].is_quoted and text.startswith("~"):
            if text != "~" and not text.startswith("~/"):
                return Word(None, is_glob, is_many=is_glob, is_operand=not is_glob)
            text = os.path.expanduser(text)
        return Word(text, is_glob)

    def _begins_plainly(self, pieces: list[Piece]) -> bool:
        """Whether the word cannot begin with a dash."""
        for piece in pieces:
            if piece.text is None:
                return bool(piece.name) and self.is_operand_variable(piece.name)
            if piece.text:
                return not piece.text.startswith("-")
        return False


def joined(pieces: list[Piece]) -> str:
    """The text of a word whose pieces are all known."""
    return "".join(piece.text or "" for piece in pieces)


def _is_ascii_alnum(char: str) -> bool:
    return char.isalnum() and char.isascii()
