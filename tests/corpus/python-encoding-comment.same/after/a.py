#!/usr/bin/python
x = "ä"
