"""Patches in the notation agents write: `*** Begin Patch`, files, hunks without line numbers.

Source: the grammar of `apply_patch` in OpenAI's Codex CLI, which Copilot, Cline, OpenCode and
Droid share. A hunk is context, `-` and `+` lines; it replaces the first place that reads like
its context and `-` lines.
"""

from __future__ import annotations

from tracer.model.events import Target, TextEdit

_BEGIN, _END = "*** Begin Patch", "*** End Patch"
_HEADS = {
    "*** Add File: ": "create",
    "*** Update File: ": "edit",
    "*** Delete File: ": "delete",
}
_MOVE = "*** Move to: "
_END_OF_FILE = "*** End of File"


def patched(text: str) -> tuple[Target, ...] | None:
    """The files a patch changes, with its edits; None for text that is no such patch."""
    lines = text.replace("\r\n", "\n").split("\n")
    start = next((i for i, line in enumerate(lines) if line.strip() == _BEGIN), None)
    if start is None:
        return None
    targets: list[Target] = []
    body: list[str] = []
    for line in lines[start + 1 :]:
        head = next((mark for mark in _HEADS if line.startswith(mark)), None)
        if head is not None or line.strip() == _END:
            _finish(targets, body)
            body = []
        if line.strip() == _END:
            break
        if head is not None:
            targets.append(Target(line.removeprefix(head).strip(), _HEADS[head]))
        elif line.startswith(_MOVE) and targets:
            moved = line.removeprefix(_MOVE).strip()
            targets[-1] = targets[-1]._replace(op="move", move_to=moved)
        else:
            body.append(line)
    else:
        _finish(targets, body)
    return tuple(target for target in targets if target.path) or None


def _finish(targets: list[Target], body: list[str]) -> None:
    """Give the last target what its lines say."""
    if not targets:
        return
    last = targets[-1]
    if last.op == "create":
        added = [line[1:] for line in body if line.startswith("+")]
        targets[-1] = last._replace(after="".join(f"{line}\n" for line in added))
    elif last.op in ("edit", "move"):
        targets[-1] = last._replace(edits=_hunks(body))


def _hunks(body: list[str]) -> tuple[TextEdit, ...]:
    """The replacements of an update; a hunk without context cannot be placed and is left out."""
    edits = []
    before: list[str] = []
    after: list[str] = []
    for line in [*body, "@@"]:
        if line.startswith("@@"):
            if before and before != after:
                edits.append(TextEdit("\n".join(before), "\n".join(after)))
            before, after = [], []
        elif line.startswith("-"):
            before.append(line[1:])
        elif line.startswith("+"):
            after.append(line[1:])
        elif line != _END_OF_FILE and (line.startswith(" ") or not line):
            before.append(line[1:])
            after.append(line[1:])
    return tuple(edits)
