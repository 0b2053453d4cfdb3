"""Text in, columns out: detection of the language, tree-sitter, grammar tables.

`detect` says what a file is, `parse` turns its bytes into a `SyntaxTree`; nothing above this
package touches tree-sitter.
"""

from tracer.syntax.detect import detect
from tracer.syntax.grammar import Language, Role, language_named
from tracer.syntax.parse import parse
from tracer.syntax.tree import BROKEN, LEAF, MISREAD, TRIVIA, SyntaxTree

__all__ = [
    "BROKEN",
    "LEAF",
    "MISREAD",
    "TRIVIA",
    "Language",
    "Role",
    "SyntaxTree",
    "detect",
    "language_named",
    "parse",
]
