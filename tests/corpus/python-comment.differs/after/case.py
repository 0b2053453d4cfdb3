# -*- coding: latin-1 -*-
# the answer
X = 42
