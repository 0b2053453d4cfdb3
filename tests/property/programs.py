"""Small Python programs with few names (so that they collide), and random edits to them.

Every program ends: loops run over short ranges, and recursion is an error both sides share.
"""

from __future__ import annotations

import ast
import io
import tokenize
import warnings

from hypothesis import strategies as st

NAMES = ("a", "b", "c", "d", "x", "y")
FUNCTIONS = ("f", "g", "h", "_p")
GLOBALS = ("a", "x", "N", "_q")

names = st.sampled_from(NAMES)
constants = st.sampled_from(["0", "1", "2", "'s'", "'x'", "[]", "(1,)", "None", "0x1F", "'it\\'s'"])


@st.composite
def expressions(draw, depth=2):
    """An expression over the shared names."""
    if depth == 0:
        return draw(st.one_of(names, constants, st.sampled_from(GLOBALS)))
    inner = expressions(depth - 1)
    form = draw(st.integers(0, 13))
    one, two = draw(inner), draw(inner)
    name = draw(names)
    forms = [
        one,
        f"{one} + {two}",
        f"({one}) * {two}",
        f"({one} - {two})",
        f"f({one}, {two})",
        f"g({one}, {name}={two})",
        f"[{name} for {name} in ({one}, {two})]",
        f"[{one}, {two}]",
        f"(lambda {name}: {one})({two})",
        f"f'{{{name}}}-{{{one}!r}}'" if "'" not in one and "\\" not in one else one,
        f"{one} if {two} else {name}",
        f"({name} := {one})",
        f"{{'{name}': {one}}}",
        f"not {one}",
    ]
    return forms[form]


@st.composite
def statements(draw, depth):
    """Lines of one statement, without indentation."""
    form = draw(st.integers(0, 15 if depth else 6))
    name, other = draw(names), draw(names)
    value = draw(expressions())
    simple = [
        [f"{name} = {value}"],
        [f"{name} += {value}"],
        [f"print({name}, {value})"],
        [f"{name}: int = {value}"],
        [f"return {value}"],
        [f"{name}, {other} = {value}, {other}"],
        ["pass"],
    ]
    if form < len(simple):
        return simple[form]
    body = indented(draw(blocks(depth - 1)))
    more = indented(draw(blocks(depth - 1)))
    compound = [
        [f"if {value}:", *body],
        [f"if {value}:", *body, "else:", *more],
        [f"for {name} in ({value}, 1):", *body],
        [f"for {name} in (1, 2):", *body, "else:", *more],
        ["try:", *body, f"except TypeError as {name}:", *more],
        [f"def {draw(st.sampled_from(('g', 'x', 'k')))}({name}=1, /):", *body],
        [f"def k({name}, {other}2=2):", *body, f"print(k({value}))"],
        [f"global {name}"],
        [f"import math as {name}", f"print({name}.pi)"],
    ]
    return compound[form - len(simple)]


@st.composite
def blocks(draw, depth):
    """Lines of one to three statements."""
    found = []
    for _ in range(draw(st.integers(1, 3))):
        found += draw(statements(depth))
    return found


def indented(lines):
    """The lines one level deeper."""
    return ["    " + line for line in lines]


@st.composite
def functions(draw):
    """One function of the module."""
    name = draw(st.sampled_from(FUNCTIONS))
    first, second = draw(names), draw(names)
    head = draw(
        st.sampled_from(
            [
                f"def {name}({first}):",
                f"def {name}({first}, /, {second}2=1):",
                f"def {name}({first}=1, *{second}_):",
                f"def {name}({first}, {second}2=N):",
                f"def {name}({first}, *, {second}2=0):",
            ]
        )
    )
    return [head, *indented(draw(blocks(2))), *indented([f"return {draw(expressions(1))}"])]


@st.composite
def classes(draw):
    """A plain class with two methods and an attribute."""
    name = draw(names)
    return [
        "class K:",
        *indented([f"{name} = 1", "", f"def m(self, {name}):"]),
        *indented(indented(draw(blocks(1)))),
        *indented(["", "def n(self):", f"    return self.m(self.{name})"]),
    ]


@st.composite
def programs(draw):
    """The text of a module that compiles."""
    parts = [[f"{name} = {i}"] for i, name in enumerate(GLOBALS)]
    parts += draw(st.lists(st.one_of(functions(), functions(), classes()), min_size=1, max_size=3))
    if draw(st.booleans()):
        parts.append([f"print({draw(expressions(1))})"])
    text = "\n\n\n".join("\n".join(part) for part in parts) + "\n"
    return text if compiles(text) else "def f(a):\n    b = a\n    return b\n"


def compiles(text):
    """Whether Python accepts the module."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(text, "<case>", "exec", dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError):
        return False
    return True


# ------------------------------------------------------------------------------ edits


def _tokens(text):
    return list(tokenize.generate_tokens(io.StringIO(text).readline))


def _replace(text, spans):
    """The text with (start, end, new) replacements, spans as (line, column)."""
    lines = text.splitlines(keepends=True)
    for (line, first), (_, last), new in sorted(spans, reverse=True):
        lines[line - 1] = lines[line - 1][:first] + new + lines[line - 1][last:]
    return "".join(lines)


def _function_spans(text):
    return [
        (node.lineno, node.end_lineno)
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Lambda | ast.ListComp)
    ] + [(1, text.count("\n") + 1)]


def rename(draw, text):
    """One name becomes another: everywhere, in one function, or at some places."""
    low, high = draw(st.sampled_from(_function_spans(text)))
    found = [t for t in _tokens(text) if t.type == tokenize.NAME and low <= t.start[0] <= high]
    candidates = sorted({t.string for t in found} & {*NAMES, *FUNCTIONS, *GLOBALS, "K", "m", "k"})
    if not candidates:
        return text
    name = draw(st.sampled_from(candidates))
    fresh = draw(st.sampled_from([*NAMES, "fresh", "other", "print", "locals"]))
    places = [t for t in found if t.string == name]
    if draw(st.integers(0, 4)) == 0:
        places = draw(st.lists(st.sampled_from(places), min_size=1, unique=True))
    return _replace(text, [(t.start, t.end, fresh) for t in places])


def replace_token(draw, text):
    """One operator, number or keyword becomes another."""
    table = {"+": "-", "*": "+", "0": "1", "1": "2", "2": "3", "not": "", "if": "for"}
    table |= {"'s'": '"s"', "'x'": "'x '", "0x1F": "0X1f", "print": "repr", "None": "0"}
    found = [t for t in _tokens(text) if t.string in table]
    if not found:
        return text
    token = draw(st.sampled_from(found))
    return _replace(text, [(token.start, token.end, table[token.string])])


def swap_lines(draw, text):
    """Two lines change places."""
    lines = text.splitlines(keepends=True)
    i, j = (draw(st.integers(0, len(lines) - 1)) for _ in range(2))
    lines[i], lines[j] = lines[j], lines[i]
    return "".join(lines)


def delete_line(draw, text):
    """One line goes."""
    lines = text.splitlines(keepends=True)
    del lines[draw(st.integers(0, len(lines) - 1))]
    return "".join(lines)


def shift_line(draw, text):
    """One line moves one level in or out."""
    lines = text.splitlines(keepends=True)
    i = draw(st.integers(0, len(lines) - 1))
    lines[i] = lines[i].removeprefix("    ") if draw(st.booleans()) else "    " + lines[i]
    return "".join(lines)


def swap_definitions(draw, text):
    """Two top-level statements change places."""
    body = ast.parse(text).body
    lines = text.splitlines(keepends=True)
    i, j = sorted(draw(st.integers(0, len(body) - 1)) for _ in range(2))
    if i == j:
        return text
    one, two = body[i], body[j]
    return "".join(
        lines[: one.lineno - 1]
        + lines[two.lineno - 1 : two.end_lineno]
        + lines[one.end_lineno : two.lineno - 1]
        + lines[one.lineno - 1 : one.end_lineno]
        + lines[two.end_lineno :]
    )


def swap_members(draw, text):
    """Two members of a class change places."""
    tree = ast.parse(text)
    bodies = [node.body for node in tree.body if isinstance(node, ast.ClassDef | ast.FunctionDef)]
    if not bodies:
        return text
    body = draw(st.sampled_from(bodies))
    i, j = (draw(st.integers(0, len(body) - 1)) for _ in range(2))
    body[i], body[j] = body[j], body[i]
    return ast.unparse(tree) + "\n"


def reformat(draw, text):
    """The text as `ast.unparse` writes it: other parentheses, quotes and blank lines."""
    del draw
    return ast.unparse(ast.parse(text)) + "\n"


def drop_parentheses(draw, text):
    """One pair of parentheses goes, or a pair is put around a name."""
    tokens = _tokens(text)
    if draw(st.booleans()):
        found = [t for t in tokens if t.type in (tokenize.NAME, tokenize.NUMBER)]
        token = draw(st.sampled_from(found))
        return _replace(text, [(token.start, token.end, f"({token.string})")])
    opened, pairs = [], []
    for token in tokens:
        if token.string == "(":
            opened.append(token)
        elif token.string == ")" and opened:
            pairs.append((opened.pop(), token))
    if not pairs:
        return text
    left, right = draw(st.sampled_from(pairs))
    return _replace(text, [(left.start, left.end, " "), (right.start, right.end, " ")])


def annotate(draw, text):
    """An annotation comes, goes or changes."""
    swaps = [(": int =", " ="), (": int =", ": float ="), (" = ", ": int = ")]
    choice = draw(st.sampled_from(swaps))
    at = [i for i in range(len(text)) if text.startswith(choice[0], i)]
    if not at:
        return text
    i = draw(st.sampled_from(at))
    return text[:i] + choice[1] + text[i + len(choice[0]) :]


def add_comma(draw, text):
    """A comma before a closing parenthesis."""
    found = [t for t in _tokens(text) if t.string in (")", "]")]
    if not found:
        return text
    token = draw(st.sampled_from(found))
    return _replace(text, [(token.start, token.start, ",")])


EDITS = (
    rename,
    rename,
    rename,
    replace_token,
    swap_lines,
    delete_line,
    shift_line,
    swap_definitions,
    swap_members,
    reformat,
    drop_parentheses,
    annotate,
    add_comma,
)


@st.composite
def changes(draw):
    """(before, after): a program and the same program after one to three edits."""
    before = draw(programs())
    after = before
    for _ in range(draw(st.integers(1, 3))):
        edited = draw(st.sampled_from(EDITS))(draw, after)
        if compiles(edited):
            after = edited
    return before, after


USERS = (
    "import m\n\nprint(m.f(1))\nprint(m.g(2))\n",
    "import m as q\n\nprint(q.f(1))\nq.x = 3\nprint(q.f(1), q.N)\n",
    "from m import f, g as k\n\nprint(f(1), k(2))\n",
    "from m import f\n\n\ndef run(g):\n    return f(g)\n\n\nprint(run(1))\n",
    "from m import *\n\nprint(f(1))\n",
    "import m\n\nprint(getattr(m, 'f')(1))\n",
    "import m\n\nK = m.K()\nprint(K.m(1), K.n())\n",
    "from m import K\n\n\nclass L(K):\n    def n(self):\n        return 1\n\n\nprint(L().m(1))\n",
    "from m import f\n\nf = f(1)\nprint(f)\n",
)


def _move(draw, texts):
    """A top-level definition leaves m.py for main.py's side of the world, import adjusted."""
    body = [n for n in ast.parse(texts["m.py"]).body if isinstance(n, ast.FunctionDef)]
    if not body:
        return texts
    node = draw(st.sampled_from(body))
    lines = texts["m.py"].splitlines(keepends=True)
    moved = "".join(lines[node.lineno - 1 : node.end_lineno])
    rest = "".join(lines[: node.lineno - 1] + lines[node.end_lineno :])
    head = draw(st.sampled_from(["", f"from main import {node.name}\n"]))
    return {"m.py": head + rest, "main.py": texts["main.py"] + "\n\n" + moved}


@st.composite
def closed_changes(draw):
    """(before, after) of m.py and main.py: renames in both, in one, and other edits."""
    before = {"m.py": draw(programs()), "main.py": draw(st.sampled_from(USERS))}
    after = dict(before)
    for _ in range(draw(st.integers(1, 2))):
        choice = draw(st.integers(0, 5))
        if choice < 4:
            word = draw(st.sampled_from([*FUNCTIONS, *GLOBALS, "K", "m", "n"]))
            fresh = draw(st.sampled_from(["fresh", "other", "g", "k", "len", "q", "run"]))
            paths = draw(st.sampled_from([("m.py", "main.py"), ("m.py", "main.py"), ("m.py",)]))
            edited = {
                path: _replace(
                    text, [(t.start, t.end, fresh) for t in _tokens(text) if t.string == word]
                )
                if path in paths
                else text
                for path, text in after.items()
            }
        elif choice == 4:
            edited = {**after, "m.py": draw(st.sampled_from(EDITS))(draw, after["m.py"])}
        else:
            edited = _move(draw, after)
        if all(compiles(text) for text in edited.values()):
            after = edited
    return before, after
