import json
import queue
from own import *

print(json, queue)
