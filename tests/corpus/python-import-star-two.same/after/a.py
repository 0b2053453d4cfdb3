import json
import zlib
from ctypes import *
from own import *

print(json, zlib, sizeof(c_int))
