from __future__ import with_statement, annotations
from __future__ import division

x: int = 1
