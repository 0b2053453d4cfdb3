# coding: latin-1
x = "ä"
