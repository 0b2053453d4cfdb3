# -*- coding: latin1 -*-
x = "ä"
