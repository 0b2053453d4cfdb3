import queue
import json
from own import *

print(json, queue)
