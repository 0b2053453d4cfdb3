from zlib2 import x
from alib import y
print(x, y)
