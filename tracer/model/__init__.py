"""Values every other layer speaks in: spans, rungs, verdicts, attribution, events, errors.

Standard library only. Values are `NamedTuple`s (`named_tuple`) rather than dataclasses: importing
`dataclasses` costs two bare interpreter starts (17 ms measured), and this package is on the
path of every hook.
"""
