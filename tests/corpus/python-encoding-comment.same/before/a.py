#!/usr/bin/python
# -*- coding: utf-8 -*-
x = "ä"
