import zlib
import json
from ctypes import *
from own import *

print(json, zlib, sizeof(c_int))
