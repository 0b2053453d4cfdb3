from b import *
from a import x
from c import y

x, y
