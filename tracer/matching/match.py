"""The stages in order.

What is certain comes first: files and what stands in place, names, equal code within one
definition; then what is alike in place; then what went far. Each stage has the signature
(mapping) -> mapping, so that any of them can be tested, left out or replaced alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.matching.comments import match_comments
from tracer.matching.containers import match_containers
from tracer.matching.definitions import match_named, match_renamed
from tracer.matching.extracted import match_extracted
from tracer.matching.files import match_files
from tracer.matching.forest import Forest
from tracer.matching.gaps import match_gaps, match_members
from tracer.matching.mapping import NodeMapping
from tracer.matching.moved import match_local, match_moved
from tracer.matching.respelled import match_respelled, match_respelled_far
from tracer.matching.similar import match_similar

if TYPE_CHECKING:
    from tracer.model.changes import ChangeSet

STAGES = (
    match_files,
    match_named,
    match_members,
    match_renamed,
    match_local,
    match_respelled,
    match_extracted,
    match_respelled_far,
    match_gaps,
    match_moved,
    match_containers,
    match_similar,
    match_comments,
)


def match(change_set: ChangeSet) -> NodeMapping:
    """The mapping of a change set: which node after is which node before.

    Deterministic; near-linear in the size of the changed files, with a small constant for
    what did not change.
    Source: the phases of GumTree (Falleri et al., ASE 2014) and the definition-first order of
    RefactoringMiner (Tsantalis et al., TSE 2020); equality here is exact, on token slices.
    """
    before = Forest.from_texts(
        (change.before_path, change.before)
        for change in change_set.files
        if change.before_path is not None and change.before is not None
    )
    after = Forest.from_texts(
        (change.after_path, change.after)
        for change in change_set.files
        if change.after_path is not None and change.after is not None
    )
    return match_forests(before, after)


def match_forests(before: Forest, after: Forest) -> NodeMapping:
    """The mapping between two forests parsed already."""
    mapping = NodeMapping(before, after)
    for stage in STAGES:
        mapping = stage(mapping)
    mapping.settle()
    return mapping
