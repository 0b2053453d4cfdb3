"A text."
from __future__ import annotations
from __future__ import division

import os

print(os)
