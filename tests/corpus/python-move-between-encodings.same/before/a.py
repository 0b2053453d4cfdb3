# -*- coding: latin-1 -*-
def g():
    return "a"
