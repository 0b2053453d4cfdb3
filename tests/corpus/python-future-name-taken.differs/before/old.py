from __future__ import division

half = 1 / 2
