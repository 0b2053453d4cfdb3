"""What all tests share: none of them reads or writes the cache of the user who runs them."""

import os

os.environ["TRACER_CACHE"] = "off"
