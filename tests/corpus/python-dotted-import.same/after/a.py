import os

from b import helper
