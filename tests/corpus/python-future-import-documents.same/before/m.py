"A text."
from __future__ import division
x = 1
