import sys
import unittest
from ctypes import *

print(sys.path, unittest.main, sizeof(c_int))
