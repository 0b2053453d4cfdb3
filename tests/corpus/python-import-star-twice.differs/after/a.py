import json
from own import *
import json
import queue

print(json, queue)
