from ctypes import *
import unittest
import sys

print(sys.path, unittest.main, sizeof(c_int))
