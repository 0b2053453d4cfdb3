from alib import y
from zlib2 import x
print(x, y)
