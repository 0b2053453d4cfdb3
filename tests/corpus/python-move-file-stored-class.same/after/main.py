import json

from rates import Tax

print(json.dumps(Tax().rate))
