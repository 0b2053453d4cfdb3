"""What all pages have in common, whatever they show: views with names, and a site with a title."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from tracer.model.named_tuple import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from markupsafe import Markup

    from tracer.web.addresses import Addresses


class View(NamedTuple):
    """One view as HTML."""

    kind: str
    key: str
    title: str
    html: Markup


class Site(Protocol):
    """What the head and the foot of a page say."""

    @property
    def name(self) -> str:
        """What is shown."""

    @property
    def about(self) -> str:
        """Which state of it, in a few words."""

    @property
    def made_from(self) -> str:
        """What the pages are made from, in a few words."""


class Book(Protocol):
    """All views of a site."""

    @property
    def navigation(self) -> Sequence[tuple[str, str]]:
        """Kind and label of the views that every page links to."""

    @property
    def served_only(self) -> Sequence[tuple[str, str]]:
        """The same of those that only a server has."""

    @property
    def keyed(self) -> frozenset[str]:
        """The kinds of which there are many views, told apart by a key."""

    @property
    def at(self) -> Addresses:
        """How the views refer to each other."""

    @property
    def site(self) -> Site:
        """What the views are of."""

    def of(self, kind: str, key: str = "", **more: Any) -> View:
        """One view. Raises: KeyError for a kind or key that is not there; TracerError."""

    def names(self) -> Iterator[tuple[str, str]]:
        """Kind and key of every view, in the order in which they must be made."""
