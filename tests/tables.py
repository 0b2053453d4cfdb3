"""The tables of a page as texts."""

from __future__ import annotations

from html.parser import HTMLParser


class Tables(HTMLParser):
    """The rows of every table of a document as texts, by the id of the section they are in.

    `links` are the addresses that the document links to.
    """

    def __init__(self) -> None:
        super().__init__()
        self.rows: dict[str, list[list[str]]] = {}
        self.links: list[str] = []
        self._view = ""
        self._cell: list[str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag in {"td", "th", "tr", "tbody"}:
            self._end()
        if tag == "a":
            self.links.append(given.get("href") or "")
        if tag == "section":
            self._view = given.get("id") or ""
        elif tag == "tr":
            self.rows.setdefault(self._view, []).append([])
        elif tag in {"td", "th"}:
            self._cell = []

    def handle_endtag(self, tag: str) -> None:
        if tag in {"td", "th", "table"}:
            self._end()

    def _end(self) -> None:
        """A cell ends where the next one or its table's end implies it."""
        if self._cell is not None:
            self.rows[self._view][-1].append(" ".join("".join(self._cell).split()))
            self._cell = None

    def handle_data(self, data: str) -> None:
        if self._cell is not None:
            self._cell.append(data)
