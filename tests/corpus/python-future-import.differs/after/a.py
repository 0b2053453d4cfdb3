from __future__ import division, with_statement

x: int = 1
