from a import x
from a import y

x, y
