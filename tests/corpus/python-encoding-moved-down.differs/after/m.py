# A file.

# -*- coding: latin1 -*-
x = 1
