"""The same HTML in fewer bytes: what the standard lets a writer leave out is left out.

Templates are written in full, for people. A report repeats their markup tens of thousands of
times, and it is kept and sent as a file.
"""

from __future__ import annotations

import re
from functools import lru_cache

from markupsafe import Markup

# End tags that the next tag implies wherever the templates use them, with the space behind them,
# or a start tag, or a quote that is escaped although it stands in text.
_PART = re.compile(r"(</(?:td|th|tr|thead|tbody|colgroup|li)>\s*)|<[^/][^>]*>|&#(?:34|39);")
_QUOTED = re.compile(r'="([^\s"\'=<>`]*[^\s"\'=<>`/])"(?!/)')
_TEXTS = {"&#34;": '"', "&#39;": "'"}
_DIFFERENT = 1 << 16  # tags that are remembered; a large report repeats most of them


def compact(html: str) -> Markup:
    """Templates' output without end tags and quotes that say nothing. Cost: linear.

    In that output each `<` begins a tag and each `>` ends one: texts and attributes are escaped.
    """
    return Markup(_PART.sub(_shorter, html))  # noqa: S704 - escaped before, and nothing is added


def _shorter(part: re.Match[str]) -> str:
    return "" if part[1] else _short(part[0])


@lru_cache(maxsize=_DIFFERENT)
def _short(part: str) -> str:
    return _TEXTS.get(part) or _QUOTED.sub(r"=\1", part)
