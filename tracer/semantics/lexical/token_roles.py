"""What stands at a token of a text: a member, a field, the name that a declaration gives.

Read from the tokens alone, by the table `words` of the language (`tokens.py`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.semantics.lexical.tokens import is_word

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.semantics.lexical.tokens import Text


def homes(text: Text, places: list[int]) -> Iterator[tuple[int, int]]:
    """(first token, opening bracket) of what may declare a local with these uses, inner first.

    A block, and a block with what stands before it: the head of a function or of a loop.
    """
    opening = text.around[places[0]]
    while opening >= 0:
        if text.tokens[opening] == b"{" and places[-1] < text.partner[opening]:
            yield opening, opening
        opening = text.around[opening]
    for opening in _blocks_behind(text, places[0]):
        if places[-1] < text.partner[opening]:
            yield places[0], opening


def _blocks_behind(text: Text, at: int) -> Iterator[int]:
    """The block whose head a token stands in, if it does: in brackets right before it."""
    home = text.around[at]
    while home >= 0 and text.tokens[home] != b"(":
        home = text.around[home]
    while home >= 0 and text.around[home] >= 0 and text.tokens[text.around[home]] == b"(":
        home = text.around[home]
    opening = _behind(text, home) if home >= 0 else -1
    if opening >= 0:
        yield opening


def _behind(text: Text, bracket: int) -> int:
    """The opening bracket of the block right behind what a bracket opens, or -1."""
    at = text.partner[bracket] + 1
    while at < len(text.tokens) and text.directives[at]:
        at += 1
    return at if at < len(text.tokens) and text.tokens[at] == b"{" else -1


def body_of(text: Text, at: int) -> int:
    """Where the body of the function that a name defines starts, or -1."""
    is_called = at + 1 < len(text.tokens) and text.tokens[at + 1] == b"("
    return _behind(text, at + 1) if is_called and at + 1 in text.partner else -1


def is_member(text: Text, at: int) -> bool:
    """Whether a name is another thing's: behind a point or an arrow."""
    return text.beside(at, -1).decode("utf-8", "replace") in text.table["members"]


def is_field(text: Text, at: int) -> bool:
    """Whether a name is declared in the body of a structure."""
    home, bodies = text.around[at], text.table["bodies"]
    if home >= 0 and text.tokens[home] == b"(":  # a pointer to a function
        if text.tokens[at - 1] != b"*" or text.tokens[at + 1 : at + 3] != [b")", b"("]:
            return False
        home = text.around[home]
    elif text.beside(at, 1) not in (b";", b",", b"[", b":"):
        return False
    if home < 0 or text.tokens[home] != b"{" or text.directives[at]:
        return False
    head = text.beside(home, -1).decode("utf-8", "replace")
    if head not in bodies:
        before = text.beside(home - 1, -1).decode("utf-8", "replace")
        if not is_word(head.encode()) or before not in bodies:
            return False
    return bool(text.statement(at))


def sort_of(text: Text, at: int) -> str:
    """What stands at a token, where classes hide their fields: a hidden field, a use, or open.

    Open is what may be anything else that is declared outside of code.
    """
    before = text.beside(at, -1)
    if text.directives[at] or is_member(text, at):
        return "use"
    home = text.around[at]
    while home >= 0 and text.tokens[home] != b"{":
        home = text.around[home]
    head = text.statement(home) if home >= 0 else []
    hides = {word.encode() for word in text.table["hides"]}
    words = set(head)
    is_body = not words.isdisjoint(hides) and b"(" not in words
    is_outer = home < 0 or not words.isdisjoint(word.encode() for word in text.table["spaces"])
    if not is_body and not is_outer:
        return "use"
    if before in (b":", b",") and text.beside(at, 1) in (b"(", b"{"):
        return "use"  # what a constructor starts with
    if not is_body or text.around[at] != home or text.beside(at, 1) not in (b";", b",", b"[", b"="):
        return "open"
    labels = {word.encode() for word in text.table["labels"]}
    found = [
        token
        for place, token in enumerate(text.tokens[home:at], home)
        if token in labels and text.around[place] == home and text.tokens[place + 1] == b":"
    ]
    is_hidden = found[-1] in hides if found else bool(words & {text.table["closed"].encode()})
    return "hidden" if is_hidden else "open"


def holds_statements(text: Text, opening: int) -> bool:
    """Whether a block has no name of a class or namespace in front: what it declares are locals."""
    table = text.table
    head = [token.decode("utf-8", "replace") for token in text.statement(opening)]
    if set(head).isdisjoint((*table["bodies"], *table["hides"], *table["spaces"])):
        return True
    if ")" not in head:
        return False
    behind = head[len(head) - head[::-1].index(")") :]
    return not behind or behind[0] in table["suffixes"]


def is_declared(text: Text, at: int) -> bool:
    """Whether a token is the name in a declaration, as a statement or in the head of a block."""
    table = text.table
    if text.beside(at, 1).decode("utf-8", "replace") not in table["ends"]:
        return False
    before = text.statement(at)
    is_head = text.around[at] >= 0 and text.tokens[text.around[at]] == b"("
    if is_head:
        head = text.beside(text.around[at], -1).decode("utf-8", "replace")
        partner = text.partner[text.around[at]]
        if head in table["conditions"] or text.beside(partner, 1) != b"{":
            return False
        commas = [place for place, token in enumerate(before) if token == b","]
        before = before[commas[-1] + 1 :] if commas else before
    elif text.around[at] < 0 or text.tokens[text.around[at]] != b"{":
        return False
    return _is_type(before, table, is_list=not is_head)


def _is_type(before: list[bytes], table: dict[str, Any], *, is_list: bool) -> bool:
    """Whether tokens are a type, or begin a list of declarations with one."""
    around = [token.encode() for token in table["around"]]
    words = [token.decode("utf-8", "replace") for token in before]
    if any(word in table["outer"] for word in words):
        return False
    if is_list and b"," in before:  # int a, *b = f(), name
        return before[-1] in (b",", *around) and _starts_list(before, table)
    while before and before[-1] in around:
        before = before[:-1]
    return (
        bool(before)
        and is_word(before[-1])
        and all(is_word(token) or token in around or token == b"::" for token in before)
        and not any(word in table["not_types"] for word in words)
        and before[-1].decode("utf-8", "replace") not in table["tags"]
    )


def _starts_list(before: list[bytes], table: dict[str, Any]) -> bool:
    """Whether the first of some declarations has a type and a name."""
    first = before[: before.index(b",")]
    name = first.index(b"=") if b"=" in first else len(first)
    name = first.index(b"[") if b"[" in first[:name] else name
    return (
        name > 1 and is_word(first[name - 1]) and _is_type(first[: name - 1], table, is_list=False)
    )
