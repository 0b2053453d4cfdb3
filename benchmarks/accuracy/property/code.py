"""Source text as the model sees it: lines with their indentation, and tokens with their origins.

Nothing here knows a grammar. A well laid out file says its structure by indentation alone, in
every language; tokens are words, literals and operators found by regular expressions. So the
truth about an edit does not depend on anything tracer believes about code.
"""

from __future__ import annotations

import re
from typing import NamedTuple

Origins = frozenset[str]

_COMMENT = {"#": r"#[^\n]*", "//": r"//[^\n]*"}
_WORD = re.compile(r"[A-Za-z_$][\w$]*\Z")
_OPERATORS = (
    r"\.\.\.|===|!==|\*\*=|//=|>>=|<<=|=>|==|!=|<=|>=|&&|\|\||\?\?|\?\.|->|\+\+|--|"
    r"\+=|-=|\*=|/=|:=|<-|::|\*\*"
)
_QUOTES = ('"""', "'''", '"', "'", "`")


class Language(NamedTuple):
    """What the model has to know of a language to lay it out and to make edits in it."""

    name: str
    suffix: str
    comment: str
    step: str  # one level of indentation
    goes_on: re.Pattern[str]  # a line at its opener's level that continues it
    opens: re.Pattern[str]  # a line whose deeper lines are statements or members
    function: re.Pattern[str]  # the head of a function, `name` its name
    type: re.Pattern[str]  # the head of a class, `name` its name
    keywords: frozenset[str]


_CLOSER = r"[)}\]]"
_BRACES = re.compile(r"(\)|=>|else|try|finally|do|\w|[>\]]) \{$|(case .*|default):$")
_COMMON = (
    "if else for while do return break continue new class throw try catch finally switch case "
    "default this super null true false const let var function async await of in static private "
    "public final void int double boolean import export from extends interface type readonly "
    "get string number typeof undefined instanceof"
)
_PYTHON = (
    "and as assert async await break class continue def del elif else except False finally "
    "for from global if import in is lambda None nonlocal not or pass raise return True try "
    "while with yield self print"
)
_GO = (
    "break case chan const continue default defer else fallthrough for func go goto if import "
    "interface map package range return select struct switch type var nil true false append "
    "len make string int error float64 any max"
)

LANGUAGES = {
    language.name: language
    for language in (
        Language(
            "python",
            ".py",
            "#",
            "    ",
            re.compile(rf"{_CLOSER}|(else|elif|except|finally)\b"),
            re.compile(r":$"),
            re.compile(r"(?:async )?def (?P<name>\w+)\("),
            re.compile(r"class (?P<name>\w+)"),
            frozenset(_PYTHON.split()),
        ),
        Language(
            "javascript",
            ".js",
            "//",
            "  ",
            re.compile(_CLOSER),
            _BRACES,
            re.compile(
                r"(?:async )?function (?P<name>\w+)\(|"
                r"const (?P<arrow>\w+) = \([^()]*\)(?:: \w+)? => \{$|"
                r"(?P<method>(?!if|for|while|switch|catch)\w+)\([^()]*\) \{$"
            ),
            re.compile(r"class (?P<name>\w+)"),
            frozenset([*_COMMON.split(), "require", "module", "exports"]),
        ),
        Language(
            "typescript",
            ".ts",
            "//",
            "  ",
            re.compile(_CLOSER),
            _BRACES,
            re.compile(
                r"(?:export )?(?:async )?function (?P<name>\w+)[(<]|"
                r"const (?P<arrow>\w+) = \([^()]*\)(?:: \w+)? => \{$|(?:private |get )?"
                r"(?P<method>(?!if|for|while|switch|catch)\w+)\(.*\)(?:: .+)? \{$"
            ),
            re.compile(r"(?:export )?(?:class|interface) (?P<name>\w+)"),
            frozenset(_COMMON.split()),
        ),
        Language(
            "java",
            ".java",
            "//",
            "    ",
            re.compile(_CLOSER),
            _BRACES,
            re.compile(
                r"(?:(?:public|private|static|protected) )+(?:<\w+> )?[\w<>\[\], ]*?"
                r"(?P<name>\w+)\(.*\{$"
            ),
            re.compile(r"(?:public |static |final )*class (?P<name>\w+)"),
            frozenset([*_COMMON.split(), "String", "package", "throws", "override"]),
        ),
        Language(
            "go",
            ".go",
            "//",
            "\t",
            re.compile(rf"{_CLOSER}|(case .*|default):$"),
            _BRACES,
            re.compile(r"func (?:\([^)]*\) )?(?P<name>\w+)\("),
            re.compile(r"type (?P<name>\w+) struct"),
            frozenset(_GO.split()),
        ),
    )
}


class Token:
    """A word, literal part or operator: its text, the blanks before it, and who may own it.

    More than one origin means that the edits made it ambiguous by nature, and `why` says how.
    """

    __slots__ = ("copied", "is_literal", "origins", "space", "text", "why")

    def __init__(
        self, text: str, space: str, origins: Origins, *, is_literal: bool = False
    ) -> None:
        self.text = text
        self.space = space
        self.origins = origins
        self.is_literal = is_literal  # what stands between quotes
        self.copied: Token | None = None
        self.why = ""

    def twin(self, edit: str) -> Token:
        """A new token with the same text, written by an edit that copied this one."""
        other = Token(self.text, self.space, frozenset([edit]), is_literal=self.is_literal)
        other.copied = self
        return other

    @property
    def is_word(self) -> bool:
        """Whether it is a name, a keyword or a literal, and no operator or bracket."""
        return any(char.isalnum() for char in self.text)

    @property
    def is_name(self) -> bool:
        """Whether it is spelled like an identifier."""
        return not self.is_literal and _WORD.match(self.text) is not None


class Part:
    """A line and the deeper lines below it; `step` is their further indentation."""

    __slots__ = ("body", "step", "tokens")

    def __init__(self, tokens: list[Token], step: str) -> None:
        self.tokens = tokens
        self.step = step
        self.body: list[Node] = []

    def text(self) -> str:
        """The line without indentation."""
        return "".join(token.space + token.text for token in self.tokens)


class Node:
    """A statement or definition: its parts (`if`, `else`, closing brace), and blanks above."""

    __slots__ = ("blank", "parts")

    def __init__(self, parts: list[Part], blank: int = 0) -> None:
        self.parts = parts
        self.blank = blank

    def tokens(self) -> list[Token]:
        """All its tokens in order of the text."""
        found = []
        for part in self.parts:
            found += part.tokens
            for node in part.body:
                found += node.tokens()
        return found

    def text(self) -> str:
        """Its tokens with single blanks: equal for nodes that read the same."""
        return " ".join(token.text for token in self.tokens())

    def head(self, language: Language) -> Part:
        """The part that says what it is: below annotations and comments."""
        for part in self.parts:
            first = part.tokens[0].text
            if first != "@" and not first.startswith(language.comment):
                return part
        return self.parts[-1]

    def copy(self, edit: str) -> Node:
        """The same code, written anew by an edit."""
        parts = []
        for part in self.parts:
            twin = Part([token.twin(edit) for token in part.tokens], part.step)
            twin.body = [node.copy(edit) for node in part.body]
            parts.append(twin)
        return Node(parts, self.blank)


def tokenise(line: str, language: Language, origins: Origins) -> list[Token]:
    """The tokens of a line. A literal is three: its quotes, and what stands between them."""
    found = []
    end = 0
    for match in _pattern(language).finditer(line):
        space = line[end : match.start()]
        end = match.end()
        text = match.group()
        if match.lastgroup != "literal":
            found.append(Token(text, space, origins))
            continue
        lead = re.match(r"[A-Za-z]*", text).group()  # type: ignore[union-attr]
        quote = next(mark for mark in _QUOTES if text.startswith(mark, len(lead)))
        inner = text[len(lead) + len(quote) : len(text) - len(quote)]
        found.append(Token(lead + quote, space, origins))
        if inner:
            found.append(Token(inner, "", origins, is_literal=True))
        found.append(Token(quote, "", origins))
    return found


_PATTERNS: dict[str, re.Pattern[str]] = {}


def _pattern(language: Language) -> re.Pattern[str]:
    known = _PATTERNS.get(language.name)
    if known is None:
        prefix = "[rbfRBF]{0,2}" if language.name == "python" else ""
        triple = r'"""(?:[^"\\]|\\.|"(?!""))*"""|' if language.name == "python" else ""
        known = _PATTERNS[language.name] = re.compile(
            rf"(?P<comment>{_COMMENT[language.comment]})|"
            rf"(?P<literal>{prefix}(?:{triple}"
            r'"(?:[^"\\\n]|\\.)*"|' + r"'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`))|"
            r"(?P<regex>(?<=\()/(?![ /*])(?:\\.|\[[^\]]*\]|[^/\n])+/[gimsuy]*)|"
            r"(?P<number>[0-9][\w.]*)|(?P<word>[A-Za-z_$][\w$]*)|"
            rf"(?P<operator>{_OPERATORS})|(?P<other>\S)"
        )
    return known


class _Line(NamedTuple):
    indent: int
    text: str
    blank: int


def read(text: str, language: Language, origins: Origins) -> list[Node]:
    """The nodes of a text that is laid out as its language's formatter does it."""
    lines = []
    blank = 0
    for raw in text.split("\n"):
        if raw.strip():
            lines.append(_Line(len(raw) - len(raw.lstrip()), raw.strip(), blank))
            blank = 0
        else:
            blank += 1
    nodes, stop = _block(lines, 0, language, origins)
    assert stop == len(lines)
    return nodes


def _block(
    lines: list[_Line], start: int, language: Language, origins: Origins
) -> tuple[list[Node], int]:
    """The nodes from a line on, as deep as it or deeper; and the line after them."""
    found = []
    at, depth = start, lines[start].indent
    while at < len(lines) and lines[at].indent >= depth:
        node = Node([], lines[at].blank)
        is_open = True
        while is_open:
            line = lines[at]
            part = Part(tokenise(line.text, language, origins), language.step)
            node.parts.append(part)
            at += 1
            if at < len(lines) and lines[at].indent > line.indent:
                part.step = _step(lines[at].indent - line.indent, language)
                part.body, at = _block(lines, at, language, origins)
            lead = line.text.startswith(("@", language.comment))
            is_open = (
                at < len(lines)
                and lines[at].indent == line.indent
                and bool((lead and not lines[at].blank) or language.goes_on.match(lines[at].text))
            )
        found.append(node)
    return found, at


def _step(width: int, language: Language) -> str:
    return language.step if width == len(language.step) else " " * width


class Placed(NamedTuple):
    """A token and the bytes it stands on."""

    start: int
    end: int
    token: Token


def render(nodes: list[Node]) -> tuple[str, list[Placed]]:
    """The text of a file and where each token stands in it. Texts are ASCII."""
    lines: list[str] = []
    placed: list[Placed] = []
    _render(nodes, "", lines, placed, [0])
    return "".join(lines), placed


def _render(
    nodes: list[Node], indent: str, lines: list[str], placed: list[Placed], offset: list[int]
) -> None:
    for node in nodes:
        lines += ["\n"] * node.blank
        offset[0] += node.blank
        for part in node.parts:
            at = offset[0] + len(indent)
            words = [indent]
            for number, token in enumerate(part.tokens):
                space = token.space if number else ""
                at += len(space)
                words += [space, token.text]
                placed.append(Placed(at, at + len(token.text), token))
                at += len(token.text)
            words.append("\n")
            offset[0] = at + 1
            lines.append("".join(words))
            _render(part.body, indent + part.step, lines, placed, offset)
