import os.path

from b import helper
