"""G5: fewer bytes, the same document."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest

from tracer.web.compact import compact

_VOID = {"input", "br", "col"}
_ENDED_BY = {
    "li": {"li"},
    "td": {"td", "th", "tr", "tbody"},
    "th": {"td", "th", "tr", "tbody"},
    "tr": {"tr", "tbody"},
    "thead": {"tbody"},
    "tbody": {"tbody"},
    "colgroup": {"thead", "tbody"},
}
_NO_TEXT = {"table", "tr", "tbody", "thead", "ul", "ol"}  # space in them is nothing

TABLE = """<table><caption>A b</caption>
<thead><tr><th>A</th><th class="num">B</th></tr></thead>
<tbody>
<tr id="a/b"><td>1
2

</td><td></td></tr>
<tr><td> x</td></tr>
</tbody></table>"""


class Tree(HTMLParser):
    """Elements with attributes and texts, with what HTML implies for lists and tables put in."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.told: list[object] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        while self.open and tag in _ENDED_BY.get(self.open[-1], ()):
            self.handle_endtag(self.open[-1])
        self.told.append((tag, attrs))
        if tag not in _VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.told.append((tag, attrs))

    def handle_endtag(self, tag: str) -> None:
        while self.open[-1] != tag:
            self.told.append(("end", self.open.pop()))
        self.told.append(("end", self.open.pop()))

    def handle_data(self, data: str) -> None:
        in_text = not self.open or self.open[-1] not in {
            "table",
            "tr",
            "tbody",
            "thead",
            "ul",
            "ol",
        }
        if in_text or data.strip():
            self.told.append(data)


@pytest.mark.parametrize(
    "html",
    [
        TABLE,
        '<ol class="order"><li><a href="#x">x</a> 1</li>\n<li>2</li></ol><p>end</p>',
        '<rect x="1" height="25"/><a href="#file/a/">a</a><input value="">',
        '<a href="#a%20b" title="it&#39;s &lt;b&gt; a=b">&#34;&amp;#34;&lt;td&gt;&lt;/td&gt; x</a>',
        "<pre>\n a &#34;b&#34;\n</pre>",
    ],
)
def test_the_document_is_the_same(html: str) -> None:
    short = compact(html)
    assert Tree(short).told == Tree(html).told
    assert len(short) <= len(html)


def test_what_is_left_out() -> None:
    html = '<table><tbody><tr class="a b" id="r1"><td class="num">1</td></tr>\n</tbody></table>'
    assert compact(html) == '<table><tbody><tr class="a b" id=r1><td class=num>1</table>'
