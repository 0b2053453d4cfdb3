import sys
from b import f
