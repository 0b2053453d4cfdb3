"""An edit in a reviewer's words: "`count <= limit` was `count < limit` in `Pool.take`".

Said of edits that nothing explains, where nobody knows a better reason. The words quote source
text: whoever must not keep that (records) leaves them out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.change.edits import EditKind
from tracer.syntax.tree import LEAF

if TYPE_CHECKING:
    from tracer.classify.change.change import Context
    from tracer.classify.change.edits import Edit
    from tracer.classify.change.locations import Places
    from tracer.matching import Forest

_WIDE = 60  # characters of code that are quoted; a longer piece is cut
_ROOM = 48  # bytes up to which more is quoted around what changed


def phrase(  # noqa: PLR0911 - one sentence for each kind
    context: Context, places: tuple[Places, Places], edit: Edit
) -> str:
    """What an edit did, in one sentence."""
    if edit.kind is EditKind.FILE_MOVE or _is_file(context, edit):
        return _of_file(context, edit)
    if edit.kind is EditKind.LAYOUT:
        return "white space or comments changed where they may mean something"
    if edit.kind is EditKind.MOVE:
        return _moved(context, places, edit)
    held = _holders(context, edit)
    if held is not None:
        was, now = _quoted(context.before, held[0]), _quoted(context.after, held[1])
        return f"`{now}` was `{was}`{_inside(places[1], held[1])}"
    if edit.before < 0:
        return f"`{_quoted(context.after, edit.after)}` is new{_inside(places[1], edit.after)}"
    if edit.after < 0:
        return f"`{_quoted(context.before, edit.before)}` is gone{_from(places[0], edit.before)}"
    before, after = _around(context, edit)
    was, now = _quoted(context.before, before), _quoted(context.after, after)
    where = _inside(places[1], edit.after)
    if was == now:
        return f"`{now}` is written in another way{where}"
    return f"`{now}` was `{was}`{where}"


def _is_file(context: Context, edit: Edit) -> bool:
    """Whether the edit is of a file as a whole."""
    sides = ((context.before, edit.before), (context.after, edit.after))
    return any(node >= 0 and forest.locate(node)[1] == 0 for forest, node in sides)


def _of_file(context: Context, edit: Edit) -> str:
    before = context.before.paths[context.before.locate(edit.before)[0]] if edit.before >= 0 else ""
    after = context.after.paths[context.after.locate(edit.after)[0]] if edit.after >= 0 else ""
    if not before:
        return f"`{after}` is new"
    if not after:
        return f"`{before}` is gone"
    return f"`{after}` was `{before}`" if before != after else f"`{after}` changed as a whole"


def _moved(context: Context, places: tuple[Places, Places], edit: Edit) -> str:
    """What stands elsewhere, and where it stood."""
    text = _quoted(context.after, edit.after)
    was, now = places[0].of(edit.before)[1], places[1].of(edit.after)[1]
    if was is None or now is None:
        return f"`{text}` stands elsewhere"
    if was.path != now.path:
        return f"`{text}` stood in `{was.path}`"
    if was.name != now.name and was.name and now.name:
        return f"`{text}` stood in `{was.name}`"
    return f"`{text}` stands in another order{_inside(places[1], edit.after)}"


def _holders(context: Context, edit: Edit) -> tuple[int, int] | None:
    """The short pieces of code that something small came to, or went from; None for none."""
    if edit.before >= 0 <= edit.after:
        return None
    is_new = edit.before < 0
    ours, theirs = (context.after, context.before) if is_new else (context.before, context.after)
    images = context.mapping.to_before if is_new else context.mapping.to_after
    node = edit.after if is_new else edit.before
    file, row = ours.locate(node)
    up = ours.trees[file].parent[row]
    image = images[node - row + up] if up > 0 else -1
    if image < 0:
        return None
    tree, at = theirs.tree_of(image)
    texts = ours.trees[file].slice(up), tree.slice(at)
    if texts[0] == texts[1] or not all(len(t) <= _ROOM and b"\n" not in t for t in texts):
        return None
    pair = image, node - row + up
    return pair if is_new else (pair[1], pair[0])


def _around(context: Context, edit: Edit) -> tuple[int, int]:
    """The nodes to quote: what changed, with as much around it as makes it plain."""
    before, after = edit.before, edit.after
    while True:
        (file_b, row_b), (file_a, row_a) = (
            context.before.locate(before),
            context.after.locate(after),
        )
        tree_b, tree_a = context.before.trees[file_b], context.after.trees[file_a]
        up_b, up_a = tree_b.parent[row_b], tree_a.parent[row_a]
        if up_b <= 0 or up_a <= 0:
            return before, after
        pair = before - row_b + up_b, after - row_a + up_a
        is_pair = context.mapping.to_before[pair[1]] == pair[0]
        short = all(
            len(text) <= _ROOM and b"\n" not in text
            for text in (tree_b.slice(up_b), tree_a.slice(up_a))
        )
        if not is_pair or not short:
            return before, after
        before, after = pair


def _quoted(forest: Forest, node: int) -> str:
    """The code of a node on one line, cut where it is long."""
    file, row = forest.locate(node)
    tree = forest.trees[file]
    text = " ".join(tree.slice(row).decode("utf-8", "replace").split())
    if not text and not tree.flags[row] & LEAF:
        text = tree.kind_name(row)
    text = text.replace("`", "'")
    return text if len(text) <= _WIDE else text[: _WIDE - 1] + "…"


def _inside(places: Places, node: int) -> str:
    place = places.of(node)[1]
    if place is None:
        return ""
    return f" in `{place.name}`" if place.name else f" at the top of `{place.path}`"


def _from(places: Places, node: int) -> str:
    place = places.of(node)[1]
    if place is None:
        return ""
    return f" from `{place.name}`" if place.name else f" from the top of `{place.path}`"
