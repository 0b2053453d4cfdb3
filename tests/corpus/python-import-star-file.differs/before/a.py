from shop import *
import json

print(json.dumps(price(1)))
