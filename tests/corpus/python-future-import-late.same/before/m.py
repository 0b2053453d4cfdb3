"A text."
from __future__ import division
from __future__ import annotations

import os

print(os)
