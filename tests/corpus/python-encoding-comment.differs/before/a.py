# coding: utf-8
# coding: latin-1
x = "ä"
