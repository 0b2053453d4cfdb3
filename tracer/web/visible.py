"""Text that nobody can hide anything in."""

from __future__ import annotations

# Characters that move the cursor, end a line or turn the direction of what follows.
_INVISIBLE = {
    **{code: chr(0x2400 + code) for code in range(0x20)},
    0x7F: "\u2421",
    **{code: f"\u27e8U+{code:04X}\u27e9" for code in range(0x80, 0xA0)},
    **{
        code: f"\u27e8U+{code:04X}\u27e9"
        for code in (
            *(0x00AD, 0x061C, 0x180E, 0xFEFF),
            *range(0x200B, 0x2010),
            *range(0x2028, 0x202F),
            *range(0x2060, 0x2070),
            *range(0xFFF9, 0xFFFC),
        )
    },
    **dict.fromkeys(range(55296, 57344), "�"),
}
_IN_CODE = {code: shown for code, shown in _INVISIBLE.items() if chr(code) != "\t"}


def visible(text: str) -> str:
    """The text with a sign in the place of each character that nobody would see."""
    return text.translate(_INVISIBLE)


def in_code(line: str) -> str:
    """The same for a line of source, in which tabs are layout."""
    return line.translate(_IN_CODE)
