"""What went wrong in hooks: one line on stderr, and the whole of it in a file for a person.

Agents show a hook's stderr to nobody when it exits with 0, so the file is what `tracer doctor`
and a person have. It holds no payload and no source text.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from tracer.intents.times import now_text
from tracer.model.errors import TracerError

if TYPE_CHECKING:
    from tracer.model.workspace import Workspace

NAME = "hook_errors.log"
SHOWN = f".orchestration/.index/{NAME}"
_LIMIT = 512 * 1024  # bytes; then the file starts again and the one before is kept


def complaint(what: str, error: Exception) -> str:
    """The line for stderr: what failed, why, and what to do about it."""
    reason = str(error) if isinstance(error, (TracerError, OSError)) else repr(error)
    return f"tracer: {what}: {' '.join(reason.split())}"


def write(workspace: Workspace | None, line: str, error: Exception | None) -> None:
    """Append a complaint, with a traceback where the error is a bug of tracer's.

    A workspace that cannot be written has stderr only.
    """
    if workspace is None:
        return
    path = os.path.join(workspace.index, NAME)
    text = f"{now_text()} {line}\n"
    if error is not None and not isinstance(error, (TracerError, OSError)):
        from traceback import format_exception  # noqa: PLC0415 - only after something broke

        text += "".join(format_exception(error))
    try:
        os.makedirs(workspace.index, exist_ok=True)
        if os.path.exists(path) and os.path.getsize(path) > _LIMIT:
            os.replace(path, f"{path}.1")
        with open(path, "a", encoding="utf-8", errors="replace") as file:
            file.write(text)
    except OSError:
        return
