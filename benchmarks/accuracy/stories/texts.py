"""Small programs in four languages, made line by line, and edits that people and agents make.

Each line with code carries numbers, words or a name that no other line ever has, and a change of
its meaning gives it new ones. So the truth about a line is found by what it says, wherever git,
a merge or a refactoring has put it: `key` of a line, looked up in a table that only grows.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Mapping

Texts = dict[str, str]
Key = tuple[str, ...]

_MARK = re.compile(r"\b[1-9]\d{4,}\b")
_VERBS = ["load", "store", "merge", "count", "price", "check", "build", "trim", "route", "rank"]
_NOUNS = ["order", "user", "item", "page", "line", "stock", "event", "token", "batch", "index"]


class Language(NamedTuple):
    """How a language spells the few constructs that the programs are made of."""

    name: str
    suffix: str
    step: str
    header: str  # of a file; {0} is a new number, {1} and {2} further ones
    footer: str
    head: str  # of a function
    close: str  # the end of a block
    lines: tuple[str, ...]  # simple statements on `{v}` and `{p}` with {m}, {n} as marks
    block: str  # a condition with {m}
    loop: str
    last: str


_C_LIKE = (
    "{v} = {v} * {m};",
    "{v} += {p} + {m} - {n};",
    "{v} = Math.max({v}, {m});",
    "{v} -= {p} * {m} + {n};",
)
LANGUAGES = (
    Language(
        "python",
        ".py",
        "    ",
        "import mod{0}, mod{1}, mod{2}",
        "",
        "def {f}({v}, {p}):",
        "",
        tuple(line.removesuffix(";").replace("Math.", "") for line in _C_LIKE),
        "if {v} > {m}:",
        "for {p} in range({m}):",
        "return {v} + {m}",
    ),
    Language(
        "javascript",
        ".js",
        "  ",
        'import {{ mod{0}, mod{1}, mod{2} }} from "./lib{0}.js";',
        "",
        "function {f}({v}, {p}) {{",
        "}",
        _C_LIKE,
        "if ({v} > {m}) {{",
        "while ({v} < {m}) {{",
        "return {v} + {m};",
    ),
    Language(
        "java",
        ".java",
        "    ",
        "final class Part{0} {{",
        "}",
        "static int {f}(int {v}, int {p}) {{",
        "}",
        _C_LIKE,
        "if ({v} > {m}) {{",
        "while ({v} < {m}) {{",
        "return {v} + {m};",
    ),
    Language(
        "go",
        ".go",
        "\t",
        "package part{0}",
        "",
        "func {f}({v} int, {p} int) int {{",
        "}",
        tuple(line.removesuffix(";").replace("Math.", "") for line in _C_LIKE),
        "if {v} > {m} {{",
        "for {v} < {m} {{",
        "return {v} + {m}",
    ),
)  # fmt: skip
_HEAD = re.compile(r"\s*(?:def|function|static int|func) (\w+)\(")


class Program:
    """Makes texts and edits of one language; `renamed` says what a function was called first."""

    def __init__(self, language: Language, dice: random.Random) -> None:
        self.language = language
        self.dice = dice
        self.renamed: dict[str, str] = {}
        self._number = 0
        self._mark = 10_000

    # Words

    def mark(self) -> str:
        """A number that no line has had."""
        self._mark += self.dice.randint(1, 9)
        return str(self._mark)

    def number(self) -> int:
        """A small number for a name that nothing has had."""
        self._number += 1
        return self._number

    def name(self) -> str:
        """A name that no function has had."""
        return f"{self.dice.choice(_VERBS)}_{self.dice.choice(_NOUNS)}{self.number()}"

    def key(self, line: str) -> Key | None:
        """What tells a line from all others; None for brackets, blanks and the like."""
        found = _MARK.findall(line)
        if found:
            return tuple(found)
        head = _HEAD.match(line)
        if head:
            return ("function", self.renamed.get(head[1], head[1]))
        if re.search(r"\bmod\d+\b|\bpart\d+\b|\bPart\d+\b", line):
            return ("header", line.strip())
        return None

    # Texts

    def file(self, functions: int) -> str:
        """A new file."""
        header = self.language.header.format(self.number(), self.number(), self.number())
        blocks = [header, *(self.function() for _ in range(functions))]
        return _text([*blocks, self.language.footer])

    def function(self) -> str:
        """A new function, its lines joined."""
        code, pad = self.language, self._inside
        names = {"f": self.name(), "v": f"total{self.number()}"}
        names["p"] = f"part{self.dice.choice('abc')}"
        lines = [pad(0) + self._fill(code.head, names)]
        lines += [pad(1) + self.statement(names) for _ in range(self.dice.randint(1, 3))]
        for opening in self.dice.sample((code.block, code.loop), self.dice.randint(0, 2)):
            lines.append(pad(1) + self._fill(opening, names))
            lines += [pad(2) + self.statement(names) for _ in range(self.dice.randint(1, 2))]
            lines += [pad(1) + code.close] if code.close else []
        lines.append(pad(1) + self._fill(code.last, names))
        lines += [pad(0) + code.close] if code.close else []
        return "\n".join(lines)

    def statement(self, names: Mapping[str, str]) -> str:
        """A new simple statement."""
        return self._fill(self.dice.choice(self.language.lines), names)

    def _fill(self, line: str, names: Mapping[str, str]) -> str:
        return line.format(m=self.mark(), n=self.mark(), **names)

    def _inside(self, depth: int) -> str:
        return self.language.step * (depth + bool(self.language.footer))


class Edit(NamedTuple):
    """What an edit made of the files; of several texts, each is left by a call of its own."""

    steps: tuple[Texts, ...]


def _blocks(text: str) -> list[str]:
    return [block for block in text.rstrip("\n").split("\n\n") if block.strip()]


def _text(blocks: list[str]) -> str:
    return "\n\n".join(block for block in blocks if block) + "\n"


def _functions(text: str) -> list[int]:
    return [i for i, block in enumerate(_blocks(text)) if _HEAD.match(block)]


def _pick(program: Program, texts: Texts, least: int = 1) -> tuple[str, list[str], int] | None:
    """A file with at least so many functions, its blocks, and one function among them."""
    dice = program.dice
    paths = [path for path in sorted(texts) if len(_functions(texts[path])) >= least]
    if not paths:
        return None
    path = dice.choice(paths)
    return path, _blocks(texts[path]), dice.choice(_functions(texts[path]))


def _names(block: str) -> dict[str, str]:
    v, p = re.findall(r"\b(total\w*|sum\w*)\b.*?\b(part\w)\b", block.split("\n", maxsplit=1)[0])[0]
    return {"v": v, "p": p}


def _statements(block: str) -> list[int]:
    """The lines of a function that are simple statements with a mark."""
    lines = block.split("\n")
    opens = (":", "{", "(")
    return [
        i
        for i, line in enumerate(lines[1:-1], 1)
        if _MARK.search(line)
        and not line.rstrip().endswith(opens)
        and "return" not in line
        and not lines[i - 1].rstrip().endswith("(")
    ]


def _done(texts: Texts, path: str, blocks: list[str]) -> Edit:
    return Edit(({**texts, path: _text(blocks)},))


# Edits that change what the code does


def add_function(program: Program, texts: Texts) -> Edit | None:
    """A new function somewhere in a file."""
    picked = _pick(program, texts)
    if picked is None:
        return None
    path, blocks, at = picked
    blocks.insert(at + program.dice.randint(0, 1), program.function())
    return _done(texts, path, blocks)


def add_file(program: Program, texts: Texts) -> Edit | None:
    """A new file."""
    path = f"{program.name()}{program.language.suffix}"
    return Edit(({**texts, path: program.file(program.dice.randint(1, 3))},))


def change_lines(program: Program, texts: Texts) -> Edit | None:
    """Some statements of a function get other numbers."""
    picked = _pick(program, texts)
    if picked is None:
        return None
    path, blocks, at = picked
    lines = blocks[at].split("\n")
    found = _statements(blocks[at])
    if not found:
        return None
    for i in program.dice.sample(found, min(len(found), program.dice.randint(1, 2))):
        lines[i] = _MARK.sub(lambda _: program.mark(), lines[i])
    blocks[at] = "\n".join(lines)
    return _done(texts, path, blocks)


def insert_line(program: Program, texts: Texts) -> Edit | None:
    """A new statement in a function."""
    picked = _pick(program, texts)
    if picked is None:
        return None
    path, blocks, at = picked
    lines = blocks[at].split("\n")
    lines.insert(1, program._inside(1) + program.statement(_names(blocks[at])))  # noqa: SLF001
    blocks[at] = "\n".join(lines)
    return _done(texts, path, blocks)


def delete_line(program: Program, texts: Texts) -> Edit | None:
    """A statement goes; not the only one of a block."""
    picked = _pick(program, texts)
    if picked is None:
        return None
    path, blocks, at = picked
    lines = blocks[at].split("\n")
    depth = program._inside(1)  # noqa: SLF001
    found = [
        i
        for i in _statements(blocks[at])
        if lines[i].startswith(depth) and not lines[i].startswith(depth + program.language.step)
    ]
    if not found:
        return None
    del lines[program.dice.choice(found)]
    blocks[at] = "\n".join(lines)
    return _done(texts, path, blocks)


def delete_function(program: Program, texts: Texts) -> Edit | None:
    """A function goes; a file keeps at least one."""
    picked = _pick(program, texts, 3)
    if picked is None:
        return None
    path, blocks, at = picked
    del blocks[at]
    return _done(texts, path, blocks)


def cut_term(program: Program, texts: Texts) -> Edit | None:
    """A term at the end of a statement goes."""
    picked = _pick(program, texts)
    if picked is None:
        return None
    path, blocks, at = picked
    lines = blocks[at].split("\n")
    found = [i for i in _statements(blocks[at]) if len(_MARK.findall(lines[i])) > 1]
    if not found:
        return None
    i = program.dice.choice(found)
    lines[i] = re.sub(r" [+-] \d+(;?)$", r"\1", lines[i])
    blocks[at] = "\n".join(lines)
    return _done(texts, path, blocks)


def cut_import(program: Program, texts: Texts) -> Edit | None:
    """An imported name goes."""
    paths = [path for path in sorted(texts) if re.search(r", mod\d+", texts[path])]
    if not paths:
        return None
    path = program.dice.choice(paths)
    return Edit(
        ({**texts, path: re.sub(r", mod\d+(?=[\s}]*(from.*)?\n)", "", texts[path], count=1)},)
    )


# Refactorings: whose code it is stays


def rename_local(program: Program, texts: Texts) -> Edit | None:
    """A variable of a function gets another name, in one call."""
    steps = _rename_local(program, texts)
    return steps and Edit(steps.steps[-1:])


def rename_local_by_steps(program: Program, texts: Texts) -> Edit | None:
    """The same, each line in a call of its own."""
    return _rename_local(program, texts)


def _rename_local(program: Program, texts: Texts) -> Edit | None:
    picked = _pick(program, texts)
    if picked is None:
        return None
    path, blocks, at = picked
    before, after = _names(blocks[at])["v"], f"sum{program.number()}"
    steps = []
    lines = blocks[at].split("\n")
    for i, line in enumerate(lines):
        if re.search(rf"\b{before}\b", line):
            lines[i] = re.sub(rf"\b{before}\b", after, line)
            changed = [*blocks[:at], "\n".join(lines), *blocks[at + 1 :]]
            steps.append({**texts, path: _text(changed)})
    return Edit(tuple(steps))


def rename_function(program: Program, texts: Texts) -> Edit | None:
    """A function gets another name."""
    picked = _pick(program, texts)
    if picked is None:
        return None
    _, blocks, at = picked
    before = _HEAD.match(blocks[at])[1]  # type: ignore[index]
    after = program.name()
    program.renamed[after] = program.renamed.get(before, before)
    changed = {p: re.sub(rf"\b{before}\b", after, text) for p, text in texts.items()}
    return Edit((changed,))


def move_function(program: Program, texts: Texts) -> Edit | None:
    """A function goes to another place of its file."""
    picked = _pick(program, texts, 3)
    if picked is None:
        return None
    path, blocks, at = picked
    block = blocks.pop(at)
    others = [i for i in _functions(_text(blocks)) if i != at]
    if not others:
        return None
    blocks.insert(program.dice.choice(others), block)
    return _done(texts, path, blocks)


def move_to_file(program: Program, texts: Texts) -> Edit | None:
    """A function goes to another file."""
    picked = _pick(program, texts, 2)
    others = [p for p in sorted(texts) if picked and p != picked[0] and _functions(texts[p])]
    if picked is None or not others:
        return None
    path, blocks, at = picked
    goal = program.dice.choice(others)
    there = _blocks(texts[goal])
    there.insert(program.dice.choice(_functions(texts[goal])), blocks.pop(at))
    return Edit(({**texts, path: _text(blocks), goal: _text(there)},))


def move_to_new_file(program: Program, texts: Texts) -> Edit | None:
    """A function goes to a file of its own."""
    picked = _pick(program, texts, 2)
    if picked is None:
        return None
    path, blocks, at = picked
    block = blocks.pop(at)
    header = program.language.header.format(program.number(), program.number(), program.number())
    goal = f"{program.name()}{program.language.suffix}"
    made = _text([header, block, program.language.footer])
    return Edit(({**texts, path: _text(blocks), goal: made},))


def extract(program: Program, texts: Texts) -> Edit | None:
    """Statements at the beginning of a function become a function of their own."""
    picked = _pick(program, texts)
    if picked is None:
        return None
    path, blocks, at = picked
    lines = blocks[at].split("\n")
    taken = [i for i in _statements(blocks[at]) if i < 4]
    count = 0
    while count + 1 in taken and not lines[count + 1].startswith(program._inside(2)):  # noqa: SLF001
        count += 1
    if count < 2:
        return None
    names = {**_names(blocks[at]), "f": program.name()}
    code, inside = program.language, program._inside  # noqa: SLF001
    end = ";" if code.lines[0].endswith(";") else ""
    part = [inside(0) + code.head.format(**names), *lines[1 : count + 1]]
    part += [inside(1) + f"return {names['v']}{end}"]
    part += [inside(0) + code.close] if code.close else []
    call = inside(1) + "{v} = {f}({v}, {p})".format(**names) + end
    blocks[at] = "\n".join([lines[0], call, *lines[count + 1 :]])
    blocks.insert(at, "\n".join(part))
    return _done(texts, path, blocks)


def wrap(program: Program, texts: Texts) -> Edit | None:
    """The arguments of a call go to a line of their own, or back."""
    picked = _pick(program, texts)
    if picked is None:
        return None
    path, blocks, at = picked
    comma = "," if program.language.name == "go" else ""
    before = r"^(\s*)(\w+ = (?:Math\.)?max\()(\w+, \d+)\)(;?)$"
    after = rf"\1\2\n\1{program.language.step.replace(chr(9), chr(92) + 't')}\3{comma}\n\1)\4"
    blocks[at], count = re.subn(before, after, blocks[at], count=1, flags=re.MULTILINE)
    if not count:
        blocks[at], count = re.subn(
            r"^(\s*\w+ = (?:Math\.)?max\()\n\s*(\w+, \d+),?\n\s*\)(;?)$",
            r"\1\2)\3",
            blocks[at],
            count=1,
            flags=re.MULTILINE,
        )
    return _done(texts, path, blocks) if count else None


def blank_lines(program: Program, texts: Texts) -> Edit | None:
    """Spaces around operators in a file change."""
    picked = _pick(program, texts)
    if picked is None:
        return None
    path, blocks, at = picked
    one, other = (" * ", "*") if " * " in blocks[at] else ("*", " * ")
    if one not in blocks[at]:
        return None
    blocks[at] = blocks[at].replace(one, other)
    return _done(texts, path, blocks)


EVOLUTIONS: dict[str, Callable[[Program, Texts], Edit | None]] = {
    f.__name__: f
    for f in (
        add_function, add_file, change_lines, insert_line, delete_line, delete_function,
        cut_term, cut_import,
    )
}  # fmt: skip
REFACTORINGS: dict[str, Callable[[Program, Texts], Edit | None]] = {
    f.__name__: f
    for f in (
        rename_local, rename_local_by_steps, rename_function, move_function, move_to_file,
        move_to_new_file, extract, wrap, blank_lines,
    )
}  # fmt: skip
