from __future__ import division

x = division
