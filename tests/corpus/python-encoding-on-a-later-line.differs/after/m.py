# -*- coding: latin2 -*-
x = "ä"
