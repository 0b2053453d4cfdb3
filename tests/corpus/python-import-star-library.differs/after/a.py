from own import sizeof
from ctypes import *

print(sizeof(c_int))
