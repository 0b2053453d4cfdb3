"""What a row is to the passes of this package: bits of one byte a kind."""

OP = 1  # `normal` looks at it
COMMA = 2  # may be a trailing separator
CLOSER = 4  # closes a bracket
UNIT = 8  # a definition, its wrapper, or a statement
BLOCK = 16  # its named children are statements
NAME = 32  # `scopes` looks at it: a name leaf
SCOPE = 64  # `scopes` looks at it: a scope, or a node with a child that belongs to the one outside
SKIP = 128  # a comment: no pass looks at it
