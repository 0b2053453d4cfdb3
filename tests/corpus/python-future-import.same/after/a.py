from __future__ import annotations, division

x: int = 1
