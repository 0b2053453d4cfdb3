import zlib
import json
from own import *
from ctypes import *

print(json, zlib, sizeof(c_int))
