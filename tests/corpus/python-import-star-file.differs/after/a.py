import json
from shop import *

print(json.dumps(price(1)))
