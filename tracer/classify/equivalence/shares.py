"""Which edits a proof explains: all of them, or those inside the definitions that are proved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.context import Explained, changed_leaves, significant_leaves
from tracer.classify.edits import EditKind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.classify.context import Context
    from tracer.classify.edits import Edit
    from tracer.classify.equivalence.prover import Outcome
    from tracer.model.changes import Proof

RULE = "equivalence"


def shares(context: Context, outcome: Outcome) -> Iterator[Explained]:
    """The open edits that are explained, one explanation each."""
    if outcome.proof is not None:
        for index in sorted(context.open):
            yield _explained(context, index, outcome.proof)


def _explained(context: Context, index: int, proof: Proof) -> Explained:
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
    words = [f"{before} -> {after}" for before, after in proof.map[:3]]
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
