from ctypes import *
from own import sizeof

print(sizeof(c_int))
