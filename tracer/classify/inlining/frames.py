"""What one comparison is about: the two sides, the functions around, and why it fails."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.model.named_tuple import NamedTuple
from tracer.semantics.dispatch import calls_of

if TYPE_CHECKING:
    from tracer.semantics.functions.functions import Call, Function
    from tracer.semantics.model import Side

Key = tuple[int, int, str]  # a local of the thin side: frame number, scope, word


class Frame:
    """One expansion of a body: which argument, in which frame, each parameter stands for."""

    def __init__(
        self,
        number: int,
        function: int,
        arguments: dict[tuple[int, str], tuple[int, Frame]],
        depth: int,
    ) -> None:
        self.number = number
        self.function = function
        self.arguments = arguments
        self.depth = depth
        self.values: dict[int, tuple[int, Frame]] = {}  # call -> the result that stands for it


class Item(NamedTuple):
    """One statement of an expanded list; `kind` is plain, stored, or the `value` alone."""

    kind: str
    row: int
    frame: Frame
    call: int = -1
    value: int = -1
    inner: Frame | None = None


class Reassigned(NamedTuple):
    """A parameter that gets new values, and the variable it was given."""

    key: Key
    argument: int
    frame: Frame
    is_last: bool  # whether the caller returns what the call returns


class Ground:
    """The two sides, the functions around, the calls to replace, and what stands against it."""

    def __init__(
        self, thick: Side, thin: Side, functions: dict[str, Function], around: tuple[int, int]
    ) -> None:
        self.thick = thick
        self.thin = thin
        self.candidates = functions
        self.around = around  # (function of the thick side, of the thin side)
        self.calls: dict[int, tuple[Call, Function]] = calls_of(thin, functions)
        self.problem = ""  # the first reason why the code is not the same
        self.doubts: list[str] = []
        self.about_code: set[str] = set()  # reasons that say only how code is written

    def fail(self, why: str, *, is_code: bool = False) -> bool:
        """Note why the code is not the same. Returns False.

        `is_code`: it says of the code what evaluating both versions says as well, or better.
        """
        self.problem = self.problem or why
        if is_code:
            self.about_code.add(why)
        return False

    def doubt(self, why: str, *, is_code: bool = False) -> bool:
        """Note a condition that is not certain; the code is compared further. Returns True."""
        self.doubts.append(why)
        if is_code:
            self.about_code.add(why)
        return True
