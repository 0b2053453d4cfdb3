"""How long an async function waits for another one: turns of a queue, which others may have.

Python runs on in what is awaited. JavaScript lets others have a turn or more first; taking a part
of an async function for one of its own adds some.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from tracer.model.assumptions import AWAIT_TURNS

if TYPE_CHECKING:
    from tracer.classify.equivalence.evaluation.machine.machine import Machine
    from tracer.semantics.program import Program

_TOLD: WeakKeyDictionary[Program, bool] = WeakKeyDictionary()


def waits_alike(m: Machine) -> bool:
    """Whether code of an awaited function may be taken for code of the one that awaits it."""
    words, program = m.semantics.turn_words, m.context.program
    if not words:
        return True
    if program is None:
        return False
    told = _TOLD.get(program)
    if told is None:
        pattern = re.compile(words.encode())
        told = _TOLD[program] = any(pattern.search(one.text) for one in program.files)
    return not told and m.context.allows(AWAIT_TURNS)
