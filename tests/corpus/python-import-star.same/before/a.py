from a import x
from b import *
from c import y

x, y
