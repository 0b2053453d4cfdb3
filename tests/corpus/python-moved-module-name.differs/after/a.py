import sys

from rows import _Row

print(_Row().place())
