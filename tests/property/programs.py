"""Small Python programs with few names (so that they collide), and random edits to them.

Every program ends: loops run over short ranges, and recursion is an error both sides share.
What is chosen comes from a seed (`SEEDS`): to have each choice drawn by the search took nine
tenths of the time of the tests.
"""

from __future__ import annotations

import ast
import io
import random
import tokenize
import warnings

from hypothesis import strategies as st

NAMES = ("a", "b", "c", "d", "x", "y")
FUNCTIONS = ("f", "g", "h", "_p")
GLOBALS = ("a", "x", "N", "_q")

CONSTANTS = ("0", "1", "2", "'s'", "'x'", "[]", "(1,)", "None", "0x1F", "'it\\'s'")
SEEDS = st.integers(0, 1 << 32)
_TRIES = 20  # programs; every second one compiles


def expressions(rng, depth=2):
    """An expression over the shared names."""
    if depth == 0:
        return rng.choice(rng.choice((NAMES, CONSTANTS, GLOBALS)))
    form = rng.randint(0, 13)
    one, two = expressions(rng, depth - 1), expressions(rng, depth - 1)
    name = rng.choice(NAMES)
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


def statements(rng, depth):
    """Lines of one statement, without indentation."""
    form = rng.randint(0, 15 if depth else 6)
    name, other = rng.choice(NAMES), rng.choice(NAMES)
    value = expressions(rng)
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
    body = indented(blocks(rng, depth - 1))
    more = indented(blocks(rng, depth - 1))
    compound = [
        [f"if {value}:", *body],
        [f"if {value}:", *body, "else:", *more],
        [f"for {name} in ({value}, 1):", *body],
        [f"for {name} in (1, 2):", *body, "else:", *more],
        ["try:", *body, f"except TypeError as {name}:", *more],
        [f"def {rng.choice(('g', 'x', 'k'))}({name}=1, /):", *body],
        [f"def k({name}, {other}2=2):", *body, f"print(k({value}))"],
        [f"global {name}"],
        [f"import math as {name}", f"print({name}.pi)"],
    ]
    return compound[form - len(simple)]


def blocks(rng, depth):
    """Lines of one to three statements."""
    found = []
    for _ in range(rng.randint(1, 3)):
        found += statements(rng, depth)
    return found


def indented(lines):
    """The lines one level deeper."""
    return ["    " + line for line in lines]


def functions(rng):
    """One function of the module."""
    name = rng.choice(FUNCTIONS)
    first, second = rng.choice(NAMES), rng.choice(NAMES)
    head = rng.choice(
        [
            f"def {name}({first}):",
            f"def {name}({first}, /, {second}2=1):",
            f"def {name}({first}=1, *{second}_):",
            f"def {name}({first}, {second}2=N):",
            f"def {name}({first}, *, {second}2=0):",
        ]
    )
    return [head, *indented(blocks(rng, 2)), *indented([f"return {expressions(rng, 1)}"])]


def classes(rng):
    """A plain class with two methods and an attribute."""
    name = rng.choice(NAMES)
    return [
        "class K:",
        *indented([f"{name} = 1", "", f"def m(self, {name}):"]),
        *indented(indented(blocks(rng, 1))),
        *indented(["", "def n(self):", f"    return self.m(self.{name})"]),
    ]


def program(rng):
    """The text of a module that compiles."""
    for _ in range(_TRIES):
        parts = [[f"{name} = {i}"] for i, name in enumerate(GLOBALS)]
        makers = rng.choices((functions, functions, classes), k=rng.randint(1, 3))
        parts += [make(rng) for make in makers]
        if rng.random() < 0.5:
            parts.append([f"print({expressions(rng, 1)})"])
        text = "\n\n\n".join("\n".join(part) for part in parts) + "\n"
        if compiles(text):
            return text
    return "def f(a):\n    b = a\n    return b\n"


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


def rename(rng, text):
    """One name becomes another: everywhere, in one function, or at some places."""
    low, high = rng.choice(_function_spans(text))
    found = [t for t in _tokens(text) if t.type == tokenize.NAME and low <= t.start[0] <= high]
    candidates = sorted({t.string for t in found} & {*NAMES, *FUNCTIONS, *GLOBALS, "K", "m", "k"})
    if not candidates:
        return text
    name = rng.choice(candidates)
    fresh = rng.choice([*NAMES, "fresh", "other", "print", "locals"])
    places = [t for t in found if t.string == name]
    if rng.randint(0, 4) == 0:
        places = rng.sample(places, rng.randint(1, len(places)))
    return _replace(text, [(t.start, t.end, fresh) for t in places])


def replace_token(rng, text):
    """One operator, number or keyword becomes another."""
    table = {"+": "-", "*": "+", "0": "1", "1": "2", "2": "3", "not": "", "if": "for"}
    table |= {"'s'": '"s"', "'x'": "'x '", "0x1F": "0X1f", "print": "repr", "None": "0"}
    found = [t for t in _tokens(text) if t.string in table]
    if not found:
        return text
    token = rng.choice(found)
    return _replace(text, [(token.start, token.end, table[token.string])])


def swap_lines(rng, text):
    """Two lines change places."""
    lines = text.splitlines(keepends=True)
    i, j = (rng.randint(0, len(lines) - 1) for _ in range(2))
    lines[i], lines[j] = lines[j], lines[i]
    return "".join(lines)


def delete_line(rng, text):
    """One line goes."""
    lines = text.splitlines(keepends=True)
    del lines[rng.randint(0, len(lines) - 1)]
    return "".join(lines)


def shift_line(rng, text):
    """One line moves one level in or out."""
    lines = text.splitlines(keepends=True)
    i = rng.randint(0, len(lines) - 1)
    lines[i] = lines[i].removeprefix("    ") if rng.random() < 0.5 else "    " + lines[i]
    return "".join(lines)


def swap_definitions(rng, text):
    """Two top-level statements change places."""
    body = ast.parse(text).body
    lines = text.splitlines(keepends=True)
    i, j = sorted(rng.randint(0, len(body) - 1) for _ in range(2))
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


def swap_members(rng, text):
    """Two members of a class change places."""
    tree = ast.parse(text)
    bodies = [node.body for node in tree.body if isinstance(node, ast.ClassDef | ast.FunctionDef)]
    if not bodies:
        return text
    body = rng.choice(bodies)
    i, j = (rng.randint(0, len(body) - 1) for _ in range(2))
    body[i], body[j] = body[j], body[i]
    return ast.unparse(tree) + "\n"


def reformat(rng, text):
    """The text as `ast.unparse` writes it: other parentheses, quotes and blank lines."""
    del rng
    return ast.unparse(ast.parse(text)) + "\n"


def drop_parentheses(rng, text):
    """One pair of parentheses goes, or a pair is put around a name."""
    tokens = _tokens(text)
    if rng.random() < 0.5:
        found = [t for t in tokens if t.type in (tokenize.NAME, tokenize.NUMBER)]
        token = rng.choice(found)
        return _replace(text, [(token.start, token.end, f"({token.string})")])
    opened, pairs = [], []
    for token in tokens:
        if token.string == "(":
            opened.append(token)
        elif token.string == ")" and opened:
            pairs.append((opened.pop(), token))
    if not pairs:
        return text
    left, right = rng.choice(pairs)
    return _replace(text, [(left.start, left.end, " "), (right.start, right.end, " ")])


def annotate(rng, text):
    """An annotation comes, goes or changes."""
    swaps = [(": int =", " ="), (": int =", ": float ="), (" = ", ": int = ")]
    choice = rng.choice(swaps)
    at = [i for i in range(len(text)) if text.startswith(choice[0], i)]
    if not at:
        return text
    i = rng.choice(at)
    return text[:i] + choice[1] + text[i + len(choice[0]) :]


def add_comma(rng, text):
    """A comma before a closing parenthesis."""
    found = [t for t in _tokens(text) if t.string in (")", "]")]
    if not found:
        return text
    token = rng.choice(found)
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


def changes(seed):
    """(before, after): a program and the same program after one to three edits."""
    rng = random.Random(seed)
    before = program(rng)
    after = before
    for _ in range(rng.randint(1, 3)):
        edited = rng.choice(EDITS)(rng, after)
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


def _move(rng, texts):
    """A top-level definition leaves m.py for main.py's side of the world, import adjusted."""
    body = [n for n in ast.parse(texts["m.py"]).body if isinstance(n, ast.FunctionDef)]
    if not body:
        return texts
    node = rng.choice(body)
    lines = texts["m.py"].splitlines(keepends=True)
    moved = "".join(lines[node.lineno - 1 : node.end_lineno])
    rest = "".join(lines[: node.lineno - 1] + lines[node.end_lineno :])
    head = rng.choice(["", f"from main import {node.name}\n"])
    return {"m.py": head + rest, "main.py": texts["main.py"] + "\n\n" + moved}


def closed_changes(seed):
    """(before, after) of m.py and main.py: renames in both, in one, and other edits."""
    rng = random.Random(seed)
    before = {"m.py": program(rng), "main.py": rng.choice(USERS)}
    after = dict(before)
    for _ in range(rng.randint(1, 2)):
        choice = rng.randint(0, 5)
        if choice < 4:
            word = rng.choice([*FUNCTIONS, *GLOBALS, "K", "m", "n"])
            fresh = rng.choice(["fresh", "other", "g", "k", "len", "q", "run"])
            paths = rng.choice([("m.py", "main.py"), ("m.py", "main.py"), ("m.py",)])
            edited = {
                path: _replace(
                    text, [(t.start, t.end, fresh) for t in _tokens(text) if t.string == word]
                )
                if path in paths
                else text
                for path, text in after.items()
            }
        elif choice == 4:
            edited = {**after, "m.py": rng.choice(EDITS)(rng, after["m.py"])}
        else:
            edited = _move(rng, after)
        if all(compiles(text) for text in edited.values()):
            after = edited
    return before, after
