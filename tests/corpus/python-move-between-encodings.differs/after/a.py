# -*- coding: latin-1 -*-
from b import g
