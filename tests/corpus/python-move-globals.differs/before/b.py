import posix as os

SIZE = 1
