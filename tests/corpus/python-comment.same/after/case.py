# -*- coding: utf-8 -*-
# another remark
X = 42  # here too
