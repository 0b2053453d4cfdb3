# -*- coding: utf-8 -*-
# the answer
X = 42
