"""Which edits a proof explains: all of them, or those inside the definitions that are proved.

Where only a part is proved, something stays open: what an attempt refused as a whole is never
made a refactoring by adding up parts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.change.change import Explained, changed_leaves, significant_leaves
from tracer.classify.change.edits import EditKind
from tracer.classify.equivalence.homes import Homes
from tracer.classify.equivalence.vetoes import reasons_against

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.classify.change.change import Context
    from tracer.classify.change.edits import Edit
    from tracer.classify.equivalence.attempt import Attempt
    from tracer.classify.equivalence.outcome import Outcome
    from tracer.model.changes import Proof

RULE = "equivalence"
_NAMED = 3  # entries of a map that are told in words


def shares(context: Context, outcome: Outcome) -> Iterator[Explained]:
    """The open edits that are explained, one explanation each; the reasons of others are noted."""
    if outcome.proof is not None:
        for index in sorted(context.open):
            yield explained_by(context, index, outcome.proof)
    elif outcome.attempt is not None:
        yield from _parts(context, outcome.attempt)
    else:
        for difference in outcome.differences:
            context.note(sorted(context.open), difference.text)


def _parts(context: Context, tried: Attempt) -> Iterator[Explained]:
    """Edits inside proved definitions, unless that would be all that is open."""
    homes = Homes(context, tried)
    found: list[Explained] = []
    for index in sorted(context.open):
        edit = context.edits[index]
        why = reasons_against(context, index) or homes.why_open(edit)
        if why is None:
            found.append(explained_by(context, index, homes.proof_of(edit)))
        elif why:
            context.note((index,), why)
    if len(found) < len(context.open):
        yield from found
    else:
        reasons = [reason for _, reason in tried.reasons()]
        context.note(sorted(context.open), reasons[0])


def explained_by(context: Context, index: int, proof: Proof) -> Explained:
    """An edit with the proof that explains it."""
    edit = context.edits[index]
    leaves = _touched(context, edit)
    kept = changed_leaves(context, edit.after) if edit.after >= 0 else ()
    return Explained(
        RULE,
        evidence_of(proof),
        (index,),
        edit.before,
        edit.after,
        kept=kept,
        touched=leaves,
        proof=proof,
    )


def _touched(context: Context, edit: Edit) -> tuple[int, ...]:
    """Leaves after that stand elsewhere or have another text."""
    if edit.after < 0:
        return ()
    if edit.kind in {EditKind.MOVE, EditKind.UPDATE, EditKind.SPELLING, EditKind.REPLACE}:
        tree, row = context.tree_after(edit.after)
        offset = edit.after - row
        return tuple(offset + at for at in significant_leaves(tree, row))
    return changed_leaves(context, edit.after)


def evidence_of(proof: Proof) -> str:
    """What the proof rests on, in words."""
    words = [f"{before} -> {after}" for before, after in proof.map[:_NAMED]]
    if len(proof.map) > len(words):
        words.append(f"{len(proof.map) - len(words)} more")
    said = "the same program"
    if words:
        said += " with " + ", ".join(words)
    if proof.laws:
        said += "; by " + ", ".join(proof.laws)
    if proof.assumes:
        said += "; assuming " + ", ".join(proof.assumes)
    return said
