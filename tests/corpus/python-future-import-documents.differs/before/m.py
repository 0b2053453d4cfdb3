from __future__ import division
"A text."
x = 1
