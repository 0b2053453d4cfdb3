"""The edits: each changes a `World` and says, by what it does to tokens, whose they are.

An edit returns what it did in words, or None when the world offers nothing to do it to.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from benchmarks.accuracy.property.code import Node, Token
from benchmarks.accuracy.property.formatting import reformat
from benchmarks.accuracy.property.world import RECOGNISABLE, Place, Removed, World

if TYPE_CHECKING:
    from collections.abc import Callable

    Edit = Callable[[World, str], str | None]


def add_function(world: World, edit: str) -> str | None:
    """A new function beside another one."""
    place = _some(world, world.functions(top=True))
    node = world.new_function(edit)
    _insert_definition(world, place, node)
    return f"{world.name_of(node)} in {place.path}"


def insert(world: World, edit: str) -> str | None:
    """A new statement in a block of a function."""
    place = _some(world, world.functions())
    block = world.random.choice(world.blocks(place))
    node = world.new_statement(edit)
    block.insert(world.random.randint(0, len(block)), node)
    return f"into {world.name_of(place.node)}: {node.text()[:60]}"


def delete(world: World, edit: str) -> str | None:
    """A statement goes."""
    places = [p for p in world.statements(words=2) if len(p.block) > 1]
    if not places:
        return None
    place = _some(world, places)
    return _remove(world, place, is_definition=False)


def delete_function(world: World, edit: str) -> str | None:
    """A function goes."""
    places = [p for p in world.functions(top=True) if len(p.block) > 2]
    return _remove(world, _some(world, places), is_definition=True) if places else None


def change(world: World, edit: str) -> str | None:
    """One number or text in a statement becomes another."""
    tokens = [
        token
        for place in world.statements(words=4)
        if len(place.node.parts) == 1
        for token in place.node.tokens()
        if (token.text.isdigit() and not token.is_literal)
        or (token.is_literal and len(token.text) > 1 and "{" not in token.text)
    ]
    if not tokens:
        return None
    token = world.random.choice(tokens)
    before = token.text
    world.made += 1
    token.text = f"text {world.made}" if token.is_literal else str(1000 + world.made)
    token.origins, token.copied = frozenset([edit]), None
    return f"{before!r} to {token.text!r}"


def move_function(world: World, edit: str) -> str | None:
    """A function or method to another place in its file or type."""
    places = [p for p in world.functions(top=True) if len(_definitions(world, p.block)) > 1]
    if not places:
        return None
    place = _some(world, places)
    node = place.block.pop(place.index)
    others = [i for i in _definitions(world, place.block) if i != place.index]
    index = world.random.choice(others) + world.random.randint(0, 1) if others else 0
    if index == place.index:
        index += 1
    place.block.insert(index, node)
    _space_out(world, place.block)
    return f"{world.name_of(node)} in {place.path}"


def move_function_to_file(world: World, edit: str) -> str | None:
    """A function to another file."""
    places = [p for p in world.functions(top=True) if _may_travel(world, p)]
    if not places or len(world.files) < 2:
        return None
    place = _some(world, places)
    goals = [p for p in world.functions(top=True) if p.path != place.path and _alike(p, place)]
    if not goals:
        return None
    node = place.block.pop(place.index)
    _space_out(world, place.block)
    goal = _some(world, goals)
    _insert_definition(world, goal, node)
    return f"{world.name_of(node)} from {place.path} to {goal.path}"


def move_statement(world: World, edit: str) -> str | None:
    """A statement up or down in its block."""
    places = [p for p in world.statements(words=2) if len(p.block) > 2]
    if not places:
        return None
    place = _some(world, places)
    node = place.block.pop(place.index)
    others = [i for i in range(len(place.block) + 1) if i != place.index]
    place.block.insert(world.random.choice(others), node)
    world.loosen_twins(place.block, node, "twin in the block")
    return f"{node.text()[:60]} in {place.path}"


def move_statement_away(world: World, edit: str) -> str | None:
    """A statement to another function."""
    places = [p for p in world.statements(words=2) if len(p.block) > 1]
    if not places:
        return None
    place = _some(world, places)
    goals = [p for p in world.functions() if p.node is not place.function]
    inside = place.node.tokens()
    goals = [p for p in goals if not any(t is inside[0] for t in p.node.tokens())]
    if not goals:
        return None
    goal = _some(world, goals)
    block = world.random.choice(world.blocks(goal))
    node = place.block.pop(place.index)
    block.insert(world.random.randint(0, len(block)), node)
    _loosen_if_common(world, node, edit)
    world.loosen_twins(block, node, "twin in the block")
    return f"{node.text()[:60]} to {world.name_of(goal.node)}"


def reorder(world: World, edit: str) -> str | None:
    """All definitions of a file or type in another order."""
    places = [p for p in world.functions(top=True) if len(_definitions(world, p.block)) > 2]
    if not places:
        return None
    place = _some(world, places)
    indices = _definitions(world, place.block)
    nodes = [place.block[i] for i in indices]
    world.random.shuffle(nodes)
    for index, node in zip(indices, nodes, strict=True):
        place.block[index] = node
    _space_out(world, place.block)
    return f"{len(nodes)} definitions in {place.path}"


def rename_local(world: World, edit: str) -> str | None:
    """A local variable, wherever its function says it."""
    found = [(p, name) for p in world.functions(top=True) for name in _locals(world, p.node)]
    if not found:
        return None
    place, name = world.random.choice(found)
    after = world.fresh_name(name)
    for token in _uses(place.node, name):
        token.text = after
    return f"{name} to {after} in {world.name_of(place.node)}"


def rename_function(world: World, edit: str) -> str | None:
    """A function and its calls. Whether others call it too, nobody can know."""
    places = [p for p in world.functions(top=True) if p.type is None]
    if world.language.name == "java":
        places = world.functions(top=True)
    names = {world.name_of(p.node) for p in places}
    names = {n for n in names if n and n not in world.language.keywords and len(n) > 4}
    names -= {n for p in world.places() if (n := world.name_of(p.node)) and p.type is p.node}
    names -= {world.name_of(p.type) for p in places if p.type is not None}
    if not names:
        return None
    name = world.random.choice(sorted(n for n in names if n))
    after = world.fresh_name(name)
    _rename_everywhere(world, name, after, edit)
    return f"{name} to {after}"


def rename_class(world: World, edit: str) -> str | None:
    """A class, everywhere."""
    match = world.language.type.match
    heads = [p.node.head(world.language).text() for p in world.places() if p.type is None]
    names = sorted({m["name"] for head in heads if (m := match(head))})
    if not names or world.language.name == "java":
        return None  # a public class of Java is named by its file
    name = world.random.choice(names)
    after = world.fresh_name(name)
    _rename_everywhere(world, name, after, edit)
    return f"{name} to {after}"


def rename_file(world: World, edit: str) -> str | None:
    """A file gets another name."""
    path = world.random.choice(sorted(world.files))
    after = world.fresh_name(path.removesuffix(world.language.suffix)) + world.language.suffix
    world.files = {after if p == path else p: nodes for p, nodes in world.files.items()}
    return f"{path} to {after}"


def extract_function(world: World, edit: str) -> str | None:
    """Some statements of a function become one of their own, which is called instead."""
    places = [p for p in world.functions(top=True) if len(world.body(p.node)) > 3]
    places = [p for p in places if world.language.name != "java" or p.type is not None]
    if not places:
        return None
    place = _some(world, places)
    body = world.body(place.node)
    start = world.random.randint(0, len(body) - 3)
    taken = body[start : start + world.random.randint(2, 3)]
    name = world.fresh_name("extracted")
    is_method = place.type is not None
    head, call, tail = _function_lines(world, name, is_method=is_method)
    body[start : start + len(taken)] = [world.line(call, edit)]
    function = world.line(head, edit)
    function.parts[0].body = taken
    function.parts[0].step = world.language.step
    taken[0].blank = 0
    if tail:
        function.parts += world.line(tail, edit).parts
    place.block.insert(place.index + 1, function)
    _space_out(world, place.block)
    return f"{len(taken)} statements of {world.name_of(place.node)} to {name}"


def extract_variable(world: World, edit: str) -> str | None:
    """An argument gets a name in a statement before."""
    found = [(p, span) for p in world.statements() if (span := _argument(p.node)) is not None]
    if not found:
        return None
    place, (start, stop) = world.random.choice(found)
    tokens = place.node.parts[0].tokens
    taken = tokens[start:stop]
    name = world.fresh_name("value")
    node = world.line(_assignment(world, name), edit)
    line = node.parts[0].tokens
    slot = next(i for i, token in enumerate(line) if token.text == "PLACE")
    space = taken[0].space
    taken[0].space = " "
    line[slot : slot + 1] = taken
    tokens[start:stop] = [Token(name, space, frozenset([edit]))]
    place.block.insert(place.index, node)
    node.blank, place.node.blank = place.block[place.index + 1].blank, 0
    place.block[place.index + 1].blank = 0
    return f"{name} = {' '.join(t.text for t in taken)[:50]}"


def inline_variable(world: World, edit: str) -> str | None:
    """A variable that the next statement uses once goes; its value stands there instead."""
    found = []
    for place in world.statements():
        value = _assigned(world, place.node)
        if value is None or place.index + 1 >= len(place.block):
            continue
        name, start, stop = value
        following = place.block[place.index + 1]
        if len(following.parts) != 1 or following.parts[0].body or place.function is None:
            continue
        uses = _uses(place.function, name)
        slots = [i for i, t in enumerate(following.parts[0].tokens) if t.text == name]
        if len(uses) == 2 and len(slots) == 1:
            line = following.parts[0].tokens
            before, after = line[slots[0] - 1].text, line[min(slots[0] + 1, len(line) - 1)].text
            texts = {token.text for token in line}
            if before in {"(", ","} and after in {")", ","} and "{" not in texts:
                found.append((place, start, stop, slots[0]))
    if not found:
        return None
    place, start, stop, slot = world.random.choice(found)
    taken = place.node.parts[0].tokens[start:stop]
    line = place.block[place.index + 1].parts[0].tokens
    taken[0].space = line[slot].space
    line[slot : slot + 1] = taken
    place.block[place.index + 1].blank = place.node.blank
    del place.block[place.index]
    return " ".join(t.text for t in taken)[:60]


def inline_function(world: World, edit: str) -> str | None:
    """A function that was extracted goes back to where it is called."""
    for place in world.functions(top=True):
        name = world.name_of(place.node) or ""
        if not name.startswith("extracted"):
            continue
        calls = [
            p
            for p in world.statements()
            if any(t.text == name for t in p.node.tokens()) and len(p.node.parts) == 1
        ]
        if len(calls) != 1 or calls[0].function is place.node:
            continue
        (call,) = calls
        call.block[call.index : call.index + 1] = world.body(place.node)
        place.block.remove(place.node)
        _space_out(world, place.block)
        return name
    return None


def wrap(world: World, edit: str) -> str | None:
    """A statement goes into an `if`, a `try`, a `with` or a callback."""
    place = _some(world, world.statements(words=2))
    world.made += 1
    opener, *rest = world.random.choice(_wrappers(world))
    wrapper = world.line(opener.replace("N", str(world.made)), edit)
    node = place.node
    wrapper.blank, node.blank = node.blank, 0
    wrapper.parts[0].body = [node]
    wrapper.parts[0].step = world.language.step
    for text in rest:
        following = world.line(text.replace("N", str(world.made)), edit)
        wrapper.parts += following.parts
    if world.language.name == "python" and rest:
        wrapper.parts[-1].body = [world.line("pass", edit)]
    place.block[place.index] = wrapper
    return f"{node.text()[:50]} into {opener}"


def unwrap(world: World, edit: str) -> str | None:
    """The statements of an `if`, loop or `try` come out of it."""
    places = [
        p
        for p in world.statements()
        if p.node.parts[0].body
        and world.language.opens.search(p.node.parts[0].text())
        and sum(bool(part.body) for part in p.node.parts) == 1
        and p.node.parts[0].tokens[0].text in {"if", "for", "try", "with", "while"}
    ]
    if not places:
        return None
    place = _some(world, places)
    node = place.node
    place.block[place.index : place.index + 1] = node.parts[0].body
    world.loosen_twins(place.block, node.parts[0].body[0], "twin in the block")
    return node.parts[0].text()[:60]


def copy_function(world: World, edit: str) -> str | None:
    """A function is written once more under another name; the copy is new code."""
    places = [p for p in world.functions(top=True) if _may_travel(world, p)]
    if not places:
        return None
    place = _some(world, places)
    goals = [p for p in world.functions(top=True) if _alike(p, place)]
    twin = place.node.copy(edit)
    name = world.name_of(twin)
    after = world.fresh_name(f"{name}")
    for token in twin.tokens():
        if token.text == name:
            token.text, token.copied = after, None
    goal = _some(world, goals)
    _insert_definition(world, goal, twin)
    return f"{name} as {after} in {goal.path}"


def copy_statement(world: World, edit: str) -> str | None:
    """A statement is written once more in another function."""
    places = [p for p in world.statements(words=RECOGNISABLE) if p.function is not None]
    if not places:
        return None
    place = _some(world, places)
    goals = [p for p in world.functions() if p.node is not place.function]
    goals = [p for p in goals if not any(t is place.node.tokens()[0] for t in p.node.tokens())]
    if not goals:
        return None
    goal = _some(world, goals)
    block = world.random.choice(world.blocks(goal))
    twin = place.node.copy(edit)
    block.insert(world.random.randint(0, len(block)), twin)
    world.loosen_twins(block, twin, "twin in the block")
    return f"{twin.text()[:60]} to {world.name_of(goal.node)}"


def revert(world: World, edit: str) -> str | None:
    """What was deleted comes back: it is the code of those who wrote it."""
    if not world.graves:
        return None
    removed = world.graves.pop(world.random.randrange(len(world.graves)))
    return _restore(world, removed, edit)


def revert_renamed(world: World, edit: str) -> str | None:
    """A deleted function comes back under another name; the name alone is new."""
    graves = [grave for grave in world.graves if grave.is_definition]
    if not graves:
        return None
    removed = world.random.choice(graves)
    world.graves.remove(removed)
    name = world.name_of(removed.node)
    after = world.fresh_name(f"{name}")
    names = [token for token in removed.node.tokens() if token.is_name and token.text == name]
    for token in names:
        token.text = after
    world.loosen(names, frozenset([edit]), "exported name")
    return _restore(world, removed, edit)


def mess_up(world: World, edit: str) -> str | None:
    """Blanks and quotes that a formatter will put right again."""
    path = world.random.choice(sorted(world.files))
    tokens = [token for node in world.files[path] for token in node.tokens()]
    for one, two, three in zip(tokens, tokens[1:], tokens[2:], strict=False):
        is_plain = two.is_literal and not {"'", "\\", '"'} & set(two.text)
        quoted = one.text == three.text == '"' and world.language.name not in {"java", "go"}
        if is_plain and quoted and world.random.random() < 0.2:
            one.text = three.text = "'"
    for node in world.files[path]:
        for token in node.tokens():
            if token.space and world.random.random() < 0.1:
                token.space += " "
    return path


EDITS: dict[str, Edit] = {
    edit.__name__.replace("_", "-"): edit
    for edit in (
        add_function,
        insert,
        delete,
        delete_function,
        change,
        move_function,
        move_function_to_file,
        move_statement,
        move_statement_away,
        reorder,
        rename_local,
        rename_function,
        rename_class,
        rename_file,
        extract_function,
        extract_variable,
        inline_variable,
        inline_function,
        wrap,
        unwrap,
        copy_function,
        copy_statement,
        revert,
        revert_renamed,
        mess_up,
        reformat,
    )
}


# Parts of edits


def _some(world: World, places: list[Place]) -> Place:
    return world.random.choice(places)


def _definitions(world: World, block: list[Node]) -> list[int]:
    """Indices of the functions in a block."""
    match = world.language.function.match
    return [i for i, node in enumerate(block) if match(node.head(world.language).text())]


def _may_travel(world: World, place: Place) -> bool:
    """Whether a function may stand in another file as it is: constructors may not."""
    name = world.name_of(place.node)
    if place.type is None:
        return True
    return world.language.name == "java" and name != world.name_of(place.type)


def _alike(one: Place, other: Place) -> bool:
    return (one.type is None) == (other.type is None)


def _insert_definition(world: World, place: Place, node: Node) -> None:
    place.block.insert(place.index + world.random.randint(0, 1), node)
    _space_out(world, place.block)


def _space_out(world: World, block: list[Node]) -> None:
    """The blank lines that formatters want between definitions."""
    match = world.language.function.match
    top = any(block is nodes for nodes in world.files.values())
    wanted = 2 if top and world.language.name == "python" else 1
    for index, node in enumerate(block):
        heads = [n.head(world.language).text() for n in block[max(0, index - 1) : index + 1]]
        if any(match(head) or world.language.type.match(head) for head in heads):
            node.blank = wanted
    if block and not top:
        block[0].blank = 0


def _remove(world: World, place: Place, *, is_definition: bool) -> str:
    node = place.block[place.index]
    _loosen_neighbours(world, place)
    del place.block[place.index]
    if place.block:
        place.block[0].blank = place.block[0].blank if place.index else node.blank
    _space_out(world, place.block)
    world.graves.append(Removed(node, place.path, is_definition))
    return f"{node.text()[:60]} from {place.path}"


def _loosen_neighbours(world: World, place: Place) -> None:
    """Of twins side by side nobody can say which one went."""
    for step in (-1, 1):
        at = place.index + step
        if 0 <= at < len(place.block) and place.block[at].text() == place.node.text():
            world.loosen_twins([place.block[at], place.node], place.node, "twin beside")


def _loosen_if_common(world: World, node: Node, edit: str) -> None:
    """A statement of few words elsewhere may as well have been typed anew."""
    tokens = node.tokens()
    words = sum(t.is_word and t.text not in world.language.keywords for t in tokens)
    texts = [p.node.text() for p in world.places()]
    if words < RECOGNISABLE or texts.count(node.text()) > 1:
        world.loosen(node.tokens(), frozenset([edit]), "common statement elsewhere")


def _restore(world: World, removed: Removed, edit: str) -> str | None:
    node = removed.node
    for token in node.tokens():
        token.origins = token.origins or frozenset([edit])  # it was never seen
    if removed.is_definition:
        in_type = world.language.name == "java" or _was_method(world, node)
        goals = [p for p in world.functions(top=True) if (p.type is not None) == in_type]
        if not goals:
            return None
        _insert_definition(world, _some(world, goals), node)
    else:
        goal = _some(world, world.functions())
        block = world.random.choice(world.blocks(goal))
        node.blank = 0
        block.insert(world.random.randint(0, len(block)), node)
        _loosen_if_common(world, node, edit)
        world.loosen_twins(block, node, "twin in the block")
    return node.text()[:60]


def _was_method(world: World, node: Node) -> bool:
    """Whether a function stood in a class, by its head."""
    head = node.head(world.language).text()
    if world.language.name == "python":
        return "(self" in head
    if world.language.name in {"javascript", "typescript"}:
        match = world.language.function.match(head)
        return bool(match and match["method"])
    return False


def _rename_everywhere(world: World, name: str, after: str, edit: str) -> None:
    for path in world.files:
        for node in world.files[path]:
            tokens = [t for t in node.tokens() if t.is_name and t.text == name]
            for token in tokens:
                token.text = after
            world.loosen(tokens, frozenset([edit]), "exported name")


def _uses(node: Node, name: str) -> list[Token]:
    """The tokens of a function that mean its local variable."""
    tokens = node.tokens()
    return [
        token
        for index, token in enumerate(tokens)
        if token.is_name
        and token.text == name
        and (not index or tokens[index - 1].text not in {".", "?.", "::"})
    ]


def _locals(world: World, node: Node) -> list[str]:
    """Local variables that may be renamed without a second thought."""
    tokens = node.tokens()
    texts = [token.text for token in tokens]
    inside = " ".join(texts)
    found = []
    for name in sorted({m[-1] for m in re.findall(_declaration(world), inside)}):
        if name in world.language.keywords or len(name) < 2 or name == world.name_of(node):
            continue
        if any(f"{{{name}" in text or f"{{ {name}" in text for text in texts):
            continue  # in a formatted string
        around = [
            (texts[i - 1], texts[i + 1])
            for i, text in enumerate(texts)
            if text == name and tokens[i].is_name and 0 < i < len(texts) - 1
        ]
        uses = [pair for pair in around if pair[0] not in {".", "?."}]
        is_key = any((b in {"{", ","} and a in {"}", ":"}) or a == ":" for b, a in uses)
        is_short = "{" in inside and any(b in {"{", ","} and a in {",", "}"} for b, a in uses)
        is_keyword_argument = any(b in {"(", ","} and a == "=" for b, a in uses)
        if len(uses) > 1 and not (is_key or is_short or is_keyword_argument):
            found.append(name)
    return found


def _declaration(world: World) -> str:
    if world.language.name == "python":
        return r"(?:(?<=: )|(?<=\) )|(?<=\] ))()(\w+) = (?!=)|()\bfor (\w+) in"
    if world.language.name == "go":
        return r"()(\w+) := "
    if world.language.name == "java":
        return r"\b(int|double|String|Item|Position|Order|Invoice|boolean) (\w+) ="
    return r"\b(const|let) (\w+) ="


def _function_lines(world: World, name: str, *, is_method: bool) -> tuple[str, str, str]:
    """Head, call and last line of a new function without parameters."""
    language = world.language.name
    if language == "python":
        receiver = "self" if is_method else ""
        call = f"self.{name}()" if is_method else f"{name}()"
        return f"def {name}({receiver}):", call, ""
    if language == "java":
        return f"private void {name}() {{", f"{name}();", "}"
    if language == "go":
        return f"func {name}() {{", f"{name}()", "}"
    if is_method:
        return f"{name}() {{", f"this.{name}();", "}"
    return f"function {name}() {{", f"{name}();", "}"


def _assignment(world: World, name: str) -> str:
    return {
        "python": f"{name} = PLACE",
        "go": f"{name} := PLACE",
        "java": f"var {name} = PLACE;",
    }.get(world.language.name, f"const {name} = PLACE;")


def _argument(node: Node) -> tuple[int, int] | None:
    """The longest argument of a call on a line of its own, if it is more than a name."""
    if len(node.parts) != 1 or node.parts[0].body:
        return None
    tokens = node.parts[0].tokens
    best: tuple[int, int] | None = None
    for opening, token in enumerate(tokens):
        if token.text != "(" or not opening or not tokens[opening - 1].is_name:
            continue
        if tokens[opening - 1].text in {"if", "while", "for", "return", "in", "catch"}:
            continue
        depth, start = 0, opening + 1
        for at in range(opening + 1, len(tokens)):
            text = tokens[at].text
            if depth == 0 and text in {",", ")"}:
                inner = [t.text for t in tokens[start:at]]
                plain = not {"=", "=>", "for", "...", "*", "::"} & set(inner)
                if len(inner) > 2 and plain and (best is None or at - start > best[1] - best[0]):
                    best = (start, at)
                start = at + 1
            depth += (text in {"(", "[", "{"}) - (text in {")", "]", "}"})
            if depth < 0:
                break
    return best


def _assigned(world: World, node: Node) -> tuple[str, int, int] | None:
    """(name, first token, past the last token of its value) of a plain assignment."""
    if len(node.parts) != 1 or node.parts[0].body:
        return None
    match = re.match(
        r"(?:const |let |var |int |double |String )?(\w+) (?:=|:=) .", node.parts[0].text()
    )
    if match is None:
        return None
    tokens = node.parts[0].tokens
    start = next(i for i, token in enumerate(tokens) if token.text in {"=", ":="}) + 1
    stop = len(tokens) - (tokens[-1].text == ";")
    texts = {token.text for token in tokens[start:stop]}
    if world.language.name == "go" and "," in match.group():
        return None
    return None if texts & {"=>", "await", "lambda"} else (match[1], start, stop)


def _wrappers(world: World) -> list[tuple[str, ...]]:
    if world.language.name == "python":
        return [
            ("if ready_N:",),
            ("try:", "except KeyError_N:"),
            ("with guard_N() as held:",),
        ]
    if world.language.name == "go":
        return [("if readyN {", "}"), ("guardN(func() {", "})")]
    if world.language.name == "java":
        return [
            ("if (readyN) {", "}"),
            ("try {", "} catch (ProblemN problem) {", "}"),
            ("guardN(() -> {", "});"),
        ]
    return [
        ("if (readyN) {", "}"),
        ("try {", "} catch (problemN) {", "}"),
        ("guardN(() => {", "});"),
    ]
