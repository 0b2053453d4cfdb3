"""What a mutant is: a file, and the operators that change one thing in it.

Operators work on the syntax tree by grammar roles, so they are the same for every language.
They follow mutmut, cosmic-ray and Stryker (operators, constants, conditions, deleted and
duplicated statements, swapped and dropped arguments, swapped operands, removed keywords), plus
dedents, statements that leave their block, partial renames and captures.
"""

from __future__ import annotations

import itertools
import re

from tracer.semantics.language.tables import named_children, tables_of
from tracer.semantics.names.occurrences import Names, Use
from tracer.syntax import BROKEN, LEAF, Role, parse

SWAPS = {
    "+": "-", "-": "+", "*": "/", "/": "*", "%": "/", "//": "/", "**": "*",
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "===": "!==", "!==": "===",
    "&&": "||", "||": "&&", "and": "or", "or": "and", "&": "|", "|": "&", "^": "|",
    "<<": ">>", ">>": "<<", "+=": "-=", "-=": "+=", "*=": "+=", "|=": "&=", "&=": "|=",
    "++": "--", "--": "++", "is": "==", "in": "not in", "true": "false", "false": "true",
    "True": "False", "False": "True", "None": "0", "null": "0", "break": "continue",
    "continue": "break", "let": "var", "const": "var", ":=": "=", "??": "||", "..=": "..",
}  # fmt: skip
DROPPED = {"await", "not", "!", "break", "continue", "return", "yield", "async", "static", "final"}
DROPPED |= {"?", "defer", "go", "mut", "unsigned", "const", "volatile", "throw", "raise", "else"}
NEGATION = {"python": "not (%s)"}


class Source:
    """One file to mutate."""

    def __init__(self, path, text):
        self.path = path
        self.text = text
        self.tree = parse(text, path=path)
        self.language = self.tree.language
        self.names = Names(self.tree)
        self.erased = _erased(self.tree)

    def cut(self, spans):
        """The text with (start, end, new) replacements."""
        text = self.text
        for start, end, new in sorted(spans, reverse=True):
            text = text[:start] + new + text[end:]
        return text

    def span(self, row, new):
        return (self.tree.start[row], self.tree.end[row], new)


def _erased(tree):
    """Names of types in languages that ignore them at run time."""
    names = (tables_of(tree.language).raw.get("erased") or {}).get("names") or ()
    types = {name for name in names if name != "identifier"}
    rows = set()
    for row in range(len(tree)):
        if tree.kind_name(row) in types:
            rows.update(range(row, tree.stop[row]))
    return rows


def _leaves(source):
    flags = source.tree.flags
    return [r for r in range(len(source.tree)) if flags[r] & LEAF and r not in source.erased]


def swap_token(source, rng):
    """An operator, a truth value or a keyword becomes another."""
    tree = source.tree
    # An operator before its first operand (`| A`) says nothing.
    found = [
        r
        for r in _leaves(source)
        if tree.slice(r).decode("utf-8", "replace") in SWAPS
        and not (tree.slice(r) in (b"|", b"&") and r == tree.parent[r] + 1)
    ]
    if not found:
        return None
    row = rng.choice(found)
    return source.cut([source.span(row, SWAPS[source.tree.slice(row).decode()].encode())])


def drop_token(source, rng):
    """A keyword or a negation goes."""
    found = [
        r for r in _leaves(source) if source.tree.slice(r).decode("utf-8", "replace") in DROPPED
    ]
    if not found:
        return None
    row = rng.choice(found)
    return source.cut([source.span(row, b"")])


def change_number(source, rng):
    """A number grows by one."""
    numbers = set(source.language.raw.get("numbers") or ())
    found = [
        r
        for r in _leaves(source)
        if source.tree.kind_name(r) in numbers and source.tree.slice(r).isdigit()
    ]
    if not found:
        return None
    row = rng.choice(found)
    return source.cut([source.span(row, b"%d" % (int(source.tree.slice(row)) + 1))])


def change_string(source, rng):
    """A string gains a letter or a blank."""
    kinds = set(source.names.tables.strings)
    found = [
        r
        for r in _leaves(source)
        if source.tree.kind_name(r) in kinds
        and len(source.tree.slice(r)) > 3
        and source.tree.slice(r).isalpha()
    ]
    if not found:
        return None
    row = rng.choice(found)
    return source.cut([source.span(row, source.tree.slice(row) + rng.choice((b" ", b"x")))])


def negate(source, rng):
    """A condition becomes its opposite."""
    tree = source.tree
    found = [r for r in range(len(tree)) if tree.field_name(r) == "condition"]
    found = [r for r in found if not tree.flags[r] & BROKEN]
    if not found:
        return None
    row = rng.choice(found)
    inner = tree.slice(row)
    template = NEGATION.get(source.language.name, "(!%s)").encode()
    return source.cut([source.span(row, template.replace(b"%s", inner))])


def _lists(source):
    """(list row, its statements) of every list of at least two statements."""
    tree, roles = source.tree, source.language.roles
    for row in range(len(tree)):
        if roles[tree.kind[row]] & Role.BLOCK:
            kids = named_children(tree, row)
            if len(kids) > 1:
                yield row, kids


def _is_definition(source, row):
    return bool(source.language.roles[source.tree.kind[row]] & (Role.DEFINITION | Role.WRAPPER))


def _is_inert(source, row):
    """Statements whose loss or place changes nothing."""
    text = source.tree.slice(row).strip()
    kind = source.tree.kind_name(row)
    if text in (b"pass", b";", b"{}") or "empty" in kind or kind in source.names.tables.strings:
        return True
    is_idle = IDLE.get(source.language.name)
    return is_idle is not None and is_idle(source, kind, text)


def _is_idle_import(source, kind, text):
    """Whether a Java import stands there twice, or its name in no other line than imports."""
    if kind != "import_declaration":
        return False
    name = re.split(rb"[.;\s]+", text.rstrip(b"; \t"))[-1]
    code = re.sub(rb"(?m)^\s*import\b[^;]*;", b"", source.text)
    is_said = name == b"*" or re.search(rb"\b%s\b" % re.escape(name), code) is not None
    return not is_said or source.text.count(text) > 1


# What Python 3 has, and how it reads a file, without being told.
_SETTLED = re.compile(
    rb"from\s+__future__\s+import[\s(]+(?:(?:nested_scopes|generators|division|absolute_import"
    rb"|with_statement|print_function|unicode_literals|generator_stop)[\s,)]*)+"
    rb"|#.*coding[:=]\s*(?:utf-8|utf8)\b.*"
)


def _is_settled(_source, _kind, text):
    """Whether a line says what holds without being said."""
    return _SETTLED.fullmatch(text) is not None


IDLE = {"java": _is_idle_import, "python": _is_settled}  # what may go without a trace


def _bare(source, row):
    """The text without what formatters add and remove: such neighbours are equal."""
    return re.sub(rb"[\s,;(){}]", b"", source.tree.slice(row))


def delete_statement(source, rng):
    """A statement goes, with its line end."""
    lists = list(_lists(source))
    if not lists:
        return None
    _, kids = rng.choice(lists)
    row = rng.choice(kids)
    if _is_inert(source, row):
        return None
    return source.cut([source.span(row, b"")])


def swap_statements(source, rng):
    """Two neighbours in a function change places (at file level, order may say nothing)."""
    found = []
    for row, kids in _lists(source):
        if source.names.is_at_top(row):
            continue
        for one, two in itertools.pairwise(kids):
            is_definition = _is_definition(source, one) or _is_definition(source, two)
            if _is_inert(source, one) or _is_inert(source, two):
                continue
            if not is_definition and _bare(source, one) != _bare(source, two):
                found.append((one, two))
    if not found:
        return None
    one, two = rng.choice(found)
    roles = source.language.roles
    if any(roles[source.tree.kind[r]] & Role.IMPORT for r in (one, two)):
        return None
    return source.cut(
        [source.span(one, source.tree.slice(two)), source.span(two, source.tree.slice(one))]
    )


def swap_arguments(source, rng):
    """Two arguments of a call change places."""
    tree = source.tree
    found = []
    for row in range(len(tree)):
        if tree.field_name(row) == "arguments":
            kids = named_children(tree, row)
            pairs = itertools.pairwise(kids)
            found += [(a, b) for a, b in pairs if _bare(source, a) != _bare(source, b)]
    if not found:
        return None
    one, two = rng.choice(found)
    return source.cut([source.span(one, tree.slice(two)), source.span(two, tree.slice(one))])


def dedent(source, rng):
    """The last line of an indented block moves out by one level."""
    if source.language.name != "python":
        return None
    tree = source.tree
    found = []
    for row, kids in _lists(source):
        last = kids[-1]
        first, end = tree.line_of(tree.start[last]), tree.line_of(tree.end[last] - 1)
        if row > 0 and first == end:
            found.append(tree.line_starts[first - 1])
    found = [at for at in found if source.text[at : at + 8] == b"        "]
    if not found:
        return None
    at = rng.choice(found)
    return source.cut([(at, at + 4, b"")])


def local_words(source, rng):
    """(occurrences of a local bound in a function, its word), at random."""
    tree, names = source.tree, source.names
    leaves = [r for r in _leaves(source) if tree.kind_name(r) in names.tables.names]
    for row in rng.sample(leaves, min(len(leaves), 30)):
        word = tree.slice(row).decode("utf-8", "replace")
        own = next((o for o in names.occurrences(word) if o.row == row), None)
        if own is None or own.use is not Use.NAME:
            continue
        scope = names.scope_of(own, word)
        if scope < 0 or names.kind_of_scope(scope) in ("file", "class"):
            continue
        group = [
            o.row
            for o in names.within(word, scope)
            if o.use is Use.NAME and names.scope_of(o, word) == scope
        ]
        yield group, word, scope


def _is_in_type(source, row):
    tree = source.tree
    kinds = (tables_of(tree.language).raw.get("erased") or {}).get("kinds") or ()
    while row > 0 and tree.kind_name(row) not in kinds:
        row = tree.parent[row]
    return row > 0


def rename_one(source, rng):
    """One of several uses of a local gets another name."""
    for group, word, _ in local_words(source, rng):
        # A type of the same name says nothing at run time, nor does a parameter of a type.
        kept = [row for row in group if row not in source.erased and not _is_in_type(source, row)]
        if len(group) > 1 and kept:
            row = rng.choice(kept)
            return source.cut([source.span(row, word.encode() + b"_other")])
    return None


def rename_onto(source, rng):
    """A local gets, everywhere, the name of another variable used in its scope."""
    for group, word, scope in local_words(source, rng):
        tree, names = source.tree, source.names
        others = {
            tree.slice(r).decode("utf-8", "replace")
            for r in range(scope, tree.stop[scope])
            if tree.flags[r] & LEAF and tree.kind_name(r) in names.tables.names
        }
        free = []
        for other in sorted(others - {word}):
            uses = names.within(other, scope)
            if any(o.use is Use.NAME and names.scope_of(o, other) in (scope, -1) for o in uses):
                free.append(other.encode())
        if free:
            new = rng.choice(free)
            return source.cut([source.span(row, new) for row in group])
    return None


def _binary(source):
    """(row, left, right) of binary expressions whose operands differ."""
    tree = source.tree
    for row in range(len(tree)):
        left, right = tree.child_by_field(row, "left"), tree.child_by_field(row, "right")
        named = tree.child_by_field(row, "operator") >= 0 or "binary" in tree.kind_name(row)
        if left >= 0 and right >= 0 and named and "assign" not in tree.kind_name(row):
            yield row, left, right


def swap_operands(source, rng):
    """The operands of an operator that is not symmetric change places."""
    tree = source.tree
    found = []
    for _row, left, right in _binary(source):
        between = tree.text[tree.end[left] : tree.start[right]].strip()
        is_ordered = between in (b"-", b"/", b"<", b">", b"<=", b">=", b"<<", b">>", b"%", b"in")
        if is_ordered and _bare(source, left) != _bare(source, right):
            found.append((left, right))
    if not found:
        return None
    left, right = rng.choice(found)
    return source.cut([source.span(left, tree.slice(right)), source.span(right, tree.slice(left))])


def drop_argument(source, rng):
    """A call loses its last argument."""
    tree = source.tree
    found = []
    for row in range(len(tree)):
        if tree.field_name(row) == "arguments" and not tree.flags[row] & BROKEN:
            kids = named_children(tree, row)
            if len(kids) > 1:
                found.append((kids[-2], kids[-1]))
    if not found:
        return None
    one, last = rng.choice(found)
    return source.cut([(tree.end[one], tree.end[last], b"")])


def double_statement(source, rng):
    """A statement with a call runs twice."""
    tree, roles = source.tree, source.language.roles
    found = []
    for row, kids in _lists(source):
        if not source.names.is_at_top(row):
            for kid in kids:
                rows = range(kid, tree.stop[kid])
                is_call = any(roles[tree.kind[at]] & Role.CALL for at in rows)
                if is_call and len(rows) < 40 and not _is_definition(source, kid):
                    found.append(kid)
    if not found:
        return None
    row = rng.choice(found)
    text = tree.slice(row)
    if text.split()[0].strip(b"(;") in (b"return", b"raise", b"throw", b"yield"):
        return None
    line = tree.text.rfind(b"\n", 0, tree.start[row]) + 1
    indent = tree.text[line : tree.start[row]]
    if indent.strip():
        return None
    return source.cut([(tree.end[row], tree.end[row], b"\n" + indent + text)])


def leave_block(source, rng):
    """The last statement of a nested block moves behind the block."""
    tree = source.tree
    found = []
    for row, kids in _lists(source):
        around = tree.parent[row]
        is_braced = tree.text[tree.end[row] - 1 : tree.end[row]] == b"}"
        is_nested = around > 0 and not source.names.is_at_top(tree.parent[around])
        if is_braced and is_nested and not _is_definition(source, around):
            last = kids[-1]
            words = tree.slice(last).split()
            if words and words[0].strip(b";") not in (b"return", b"break", b"continue", b"throw"):
                found.append((around, last))
    if not found:
        return None
    around, last = rng.choice(found)
    if _is_inert(source, last) or tree.end[last] > tree.end[around] - 1:
        return None
    end = tree.end[around]
    return source.cut([source.span(last, b""), (end, end, b"\n" + tree.slice(last))])


OPERATORS = (
    swap_token,
    drop_token,
    change_number,
    change_string,
    negate,
    delete_statement,
    swap_statements,
    swap_arguments,
    dedent,
    rename_one,
    rename_onto,
    swap_operands,
    drop_argument,
    double_statement,
    leave_block,
)


def disguise(source, text, rng, operator):
    """The mutant with blank lines added and, where possible, a local renamed.

    One that is a renaming gets blank lines only: another renaming could take it back.
    """
    if operator in (rename_one, rename_onto):
        return text.replace(b"\n\n", b"\n\n\n")
    mutant = Source(source.path, text)
    for group, word, _ in local_words(mutant, rng):
        text = mutant.cut([mutant.span(row, word.encode() + b"_renamed") for row in group])
        break
    return text.replace(b"\n\n", b"\n\n\n")


def is_change(source, text):
    """Whether the mutant differs in tokens."""
    return parse(text, path=source.path).tokens != source.tree.tokens
