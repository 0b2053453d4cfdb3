"""What a row is to the passes of this package: bits of one byte a kind."""

OP = 1  # `normal` looks at it
COMMA = 2  # may be a trailing separator
CLOSER = 4  # closes a bracket
UNIT = 8  # a definition, its wrapper, or a statement
BLOCK = 16  # its named children are statements
NAMED = 32  # a rule of the grammar, no punctuation

# In the table of `scopes`:
NAME = 1  # a name leaf
DOT = 2  # a name after it is a member
SCOPE = 4  # a scope, or a node with a child that belongs to the scope outside
SKIP = 128  # a comment: no pass looks at it
