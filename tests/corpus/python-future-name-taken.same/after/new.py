from __future__ import division
from old import half

print(half)
