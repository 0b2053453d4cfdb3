"""The cost of a verdict follows the change: twice the edits, or files, take about twice the steps.

Steps are executed lines of the code under `tracer/semantics` and `tracer/classify`, counted
rather than timed, so that the test says the same on every machine. A rule that goes through all
files for each edit, or through all imports for each import, takes four times the steps for twice
the change.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import pytest

from tracer import semantics
from tracer.classify import classify, verdict
from tracer.matching import match
from tracer.model.changes import ChangeSet

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from types import FrameType

    Texts = dict[str, str]
    Sides = tuple[Texts, Texts]

HOME = tuple(os.path.dirname(str(found.__file__)) for found in (semantics, verdict))
FEW = 40
MOST = 2.5  # times the steps for twice the change: 2 is linear, 4 quadratic


def joined(lines: Iterable[str]) -> str:
    return "".join(lines)


def word(number: int) -> str:
    """A name for a number, none the beginning of another one."""
    return f"w{number:04d}"


def one_file(path: str, piece: Callable[[int, bool], str]) -> Callable[[int], Sides]:
    """A file of n pieces, each different on the two sides."""

    def made(count: int) -> Sides:
        sides = (joined(piece(i, is_after) for i in range(count)) for is_after in (False, True))
        before, after = ({path: text} for text in sides)
        return before, after

    return made


def many_files(ending: str, piece: Callable[[int, bool], str]) -> Callable[[int], Sides]:
    """n files, each of one piece."""

    def made(count: int) -> Sides:
        return tuple(  # type: ignore[return-value]
            {f"{word(i)}{ending}": piece(i, is_after) for i in range(count)}
            for is_after in (False, True)
        )

    return made


def pick(before: str, after: str) -> Callable[[int, bool], str]:
    """A piece with its number in the place of `#`."""
    return lambda i, is_after: numbered(after if is_after else before, i)


def numbered(piece: str, number: int) -> str:
    """A piece with its number in the place of `#`, and that sign in the place of `@`."""
    return piece.replace("#", word(number)).replace("@", "#")


def reversed_file(path: str, piece: str, head: str = "", tail: str = "") -> Callable[[int], Sides]:
    """n pieces and the same the other way round."""

    def made(count: int) -> Sides:
        pieces = [numbered(piece, i) for i in range(count)]
        uses = joined(numbered(tail, i) for i in range(count))
        return {path: head + joined(pieces) + uses}, {path: head + joined(pieces[::-1]) + uses}

    return made


def renamed_everywhere(count: int) -> Sides:
    """One function, used in n files."""
    sides = []
    for name in ("load", "read"):
        texts = {"home.py": f"def {name}(a):\n    return a + 1\n"}
        for i in range(count):
            texts[f"{word(i)}.py"] = f"from home import {name}\nprint({name}({i}))\n"
        sides.append(texts)
    return sides[0], sides[1]


def renamed_modules_function(count: int) -> Sides:
    """One function of a module, used in n modules."""
    sides = []
    for name in ("load", "read"):
        texts = {"home.ts": f"export function {name}(a) {{ return a + 1; }}\n"}
        for i in range(count):
            use = f"import {{ {name} }} from './home';\nconsole.log({name}({i}));\n"
            texts[f"{word(i)}.ts"] = use
        sides.append(texts)
    return sides[0], sides[1]


def shuffled_file(path: str, piece: str) -> Callable[[int], Sides]:
    """n pieces, and the same in an order that takes most of them from their neighbours."""

    def made(count: int) -> Sides:
        pieces = [numbered(piece, i) for i in range(count)]
        order = sorted(range(count), key=lambda i: i * 7919 % 1009)
        return {path: joined(pieces)}, {path: joined(pieces[i] for i in order)}

    return made


def moved_from_many(ending: str, piece: str, taken: str) -> Callable[[int], Sides]:
    """A function of each of n files moved to one new file."""

    def made(count: int) -> Sides:
        before = {f"{word(i)}{ending}": numbered(piece, i) for i in range(count)}
        after = {f"{word(i)}{ending}": numbered(taken, i) for i in range(count)}
        after[f"all{ending}"] = joined(numbered(piece, i) for i in range(count))
        return before, after

    return made


def extracted_once(count: int) -> Sides:
    """One function made of a value that stood in n functions."""
    function = "def #(a):\n    print({0})\n\n\n"
    before = joined(numbered(function.format("a * 2 + 1"), i) for i in range(count))
    after = joined(numbered(function.format("_x(a)"), i) for i in range(count))
    return {"a.py": before}, {"a.py": "def _x(a):\n    return a * 2 + 1\n\n\n" + after}


def moved_together(count: int) -> Sides:
    """n functions of a file moved to another one, and used there as before."""
    pieces = joined(f"def {word(i)}(a):\n    return a * {i} + 1\n\n\n" for i in range(count))
    uses = joined(f"print({word(i)}(1))\n" for i in range(count))
    names = ", ".join(word(i) for i in range(count))
    before = {"home.py": f"{pieces}{uses}"}
    return before, {"other.py": pieces, "home.py": f"from other import {names}\n\n\n{uses}"}


def renamed_files(count: int) -> Sides:
    """n files with another name each, and one importer of each."""
    return tuple(  # type: ignore[return-value]
        {
            path: text
            for i in range(count)
            for path, text in (
                (f"{name}{word(i)}.py", f"def f{i}(a):\n    return a * {i}\n"),
                (f"use{word(i)}.py", f"from {name}{word(i)} import f{i}\nprint(f{i}(1))\n"),
            )
        }
        for name in ("old", "new")
    )


def merged_files(count: int) -> Sides:
    """The functions of n files in one, which all their users import."""
    pieces = [f"def f{i}(a):\n    b = a * {i}\n    return b\n\n\n" for i in range(count)]
    before = {f"{word(i)}.py": pieces[i] for i in range(count)}
    use = "from {0} import f{1}\nprint(f{1}(1))\n"
    before |= {f"use{i}.py": use.format(word(i), i) for i in range(count)}
    after = {f"use{i}.py": use.format("whole", i) for i in range(count)}
    return before, {"whole.py": joined(pieces), **after}


FUNCTION = "def #(a):\n    {0} = a + 1\n    print({0}, {0})\n\n\n"
CALLED = "def {0}#(a):\n    return a\n\n\nprint({0}#(1))\n"
TYPED = "def #():\n    x{0} = 1\n    print(x)\n\n\n"
TOLD = "class #(A):\n    def f(self):\n        super({0}).f()\n\n\n"
WHOLE = "def #(a):\n    t = a + 1\n    u = t * 2\n    print(u)\n\n\n"
HALF = "def _x#(a):\n    t = a + 1\n    return t * 2\n\n\n"
PARTS = HALF + "def #(a):\n    u = _x#(a)\n    print(u)\n\n\n"
VALUE = "def #(a):\n    print(a + 1)\n\n\n"
NAMED = "def #(a):\n    t = a + 1\n    print(t)\n\n\n"
NESTED = "if a:\n        print(a)"
GUARD = "if not a:\n        return\n    print(a)"
FIELD = "class # { private int {0}; int f() { return {0}; } }\n"


def guards(count: int, *, is_nested: bool) -> str:
    """n conditions that leave, with an `else` behind each or without one."""
    text = "if (a === {0}) {{ return '{0}'; }} {1}\n"
    return joined(text.format(i, f"else {{ f({i}); }}" if is_nested else f"f({i});")
                  for i in range(count))  # fmt: skip


def same(piece: str, before: str, after: str) -> Callable[[int, bool], str]:
    """A piece with its number in the place of `#`, and one of two texts in that of `{0}`."""
    return pick(piece.replace("{0}", before), piece.replace("{0}", after))


CASES = {
    "guards": one_file("a.py", same("def #(a):\n    {0}\n\n\n", NESTED, GUARD)),
    "guards in one function": lambda count: (
        {"a.js": f"function f(a) {{\n{guards(count, is_nested=True)}}}\n"},
        {"a.js": f"function f(a) {{\n{guards(count, is_nested=False)}}}\n"},
    ),
    "layout": one_file("a.py", pick("# = 1\n", "# =  1\n")),
    "layout in files": many_files(".py", pick("# = 1\n", "# =  1\n")),
    "layout in C": one_file("a.c", pick("int #(void) { f(); }\n", "int #(void)\n{\nf();\n}\n")),
    "layout in C that is not read": one_file(
        "a.c", pick("M(#) { f(); }}\n", "M(#)\n{\nf();\n}}\n")
    ),
    "quotes": one_file("a.py", pick("# = ['a']\n", '# = ["a"]\n')),
    "local renamed": one_file("a.py", same(FUNCTION, "t", "u")),
    "parameter renamed": one_file("a.go", same("func #({0} int) int { return {0} }\n", "a", "b")),
    "functions renamed": one_file("a.py", same(CALLED, "", "x")),
    "function renamed in files": renamed_everywhere,
    "function renamed in files of TypeScript": renamed_modules_function,
    "members renamed": one_file("A.java", same(FIELD, "a", "b")),
    "functions reordered": reversed_file("a.py", "def #(a):\n    return a + 1\n\n\n"),
    "functions in any order": shuffled_file("a.py", "def #(a):\n    return a + 1\n\n\n"),
    "functions in any order in C": shuffled_file("a.c", "static int #(int a) { return a; }\n"),
    "classes reordered": reversed_file("a.py", "class #:\n    x = 1\n\n\n"),
    "functions reordered in C": reversed_file("a.c", "static int #(int a) { return a; }\n"),
    "imports sorted": reversed_file("a.py", "import #\n", tail="#.x()\n"),
    "imports nobody uses sorted": reversed_file("a.py", "import #\n"),
    "names of modules sorted": reversed_file("a.py", "from p.# import a as #\n", tail="#()\n"),
    "modules below one sorted": reversed_file("a.py", "import p.#\n", tail="p.#()\n"),
    "imports of TypeScript sorted": reversed_file(
        "a.ts", "import # from './#.js';\n", tail="#();\n"
    ),
    "bare imports sorted": reversed_file("a.ts", "import './#.js';\n"),
    "includes sorted": reversed_file("a.c", "@include <#.h>\n"),
    "Java's imports sorted": reversed_file("A.java", "import p.#;\n", tail="class A# { # a; }\n"),
    "imports nobody uses": one_file("A.java", same("{0}class A# { }\n", "import p.#;\n", "")),
    "variables extracted": one_file("a.py", pick(VALUE, NAMED)),
    "variables inlined": one_file(
        "a.ts",
        same("function #(a) { {0}; }\n", "const t = a + 1; return t", "return a + 1"),
    ),
    "functions extracted": one_file("a.py", pick(WHOLE, PARTS)),
    "functions inlined": one_file("a.py", pick(PARTS, WHOLE)),
    "one function extracted": extracted_once,
    "moved to a new file": moved_together,
    "files with other names": renamed_files,
    "files that are one": merged_files,
    "moved out of files": moved_from_many(
        ".py", "def #(a):\n    return a + 1\n", "from all import #\n"
    ),
    "moved out of files of TypeScript": moved_from_many(
        ".ts", "export function #(a) { return a + 1; }\n", "export { # } from './all';\n"
    ),
    "annotations": one_file("a.py", same(TYPED, "", ": int")),
    "implied": one_file("a.py", same("class #{0}:\n    pass\n\n\n", "(object)", "")),
    "supers": one_file("a.py", same("class A:\n    pass\n\n\n" + TOLD, "#, self", "")),
    "split literals": one_file(
        "A.java", same("class # { String a = {0}; }\n", '"ab"', '"a" + "b"')
    ),
    "constants changed": one_file("a.py", same("def #(a):\n    return a + {0}\n\n\n", "1", "2")),
    "constants changed in files": many_files(
        ".js", same("function #() { return {0}; }\n", "1", "2")
    ),
    "statements deleted": one_file(
        "a.py", same("def #(a):\n{0}    return 1\n\n\n", "    f()\n", "")
    ),
    "files added": lambda count: ({}, {f"{word(i)}.py": f"x{i} = {i}\n" for i in range(count)}),
}


def steps(sides: Sides) -> int:
    """How many lines of the code under test a verdict takes."""
    before, after = ({path: text.encode() for path, text in side.items()} for side in sides)
    mapping = match(ChangeSet.from_texts(before, after))
    count = 0

    def line(_: FrameType, event: str, __: object) -> object:
        nonlocal count
        count += event == "line"
        return line

    def call(frame: FrameType, _: str, __: object) -> object:
        return line if frame.f_code.co_filename.startswith(HOME) else None

    known = sys.gettrace()
    sys.settrace(call)  # type: ignore[arg-type]
    try:
        classify(mapping, closed_world=True)
    finally:
        sys.settrace(known)
    return count


@pytest.mark.parametrize("case", CASES)
def test_twice_the_change_takes_twice_the_steps(case: str) -> None:
    """No rule goes through everything for each edit."""
    few, many = (steps(CASES[case](count)) for count in (FEW, 2 * FEW))
    assert many <= MOST * few
