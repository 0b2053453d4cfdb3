import json

from tax import Tax

print(json.dumps(Tax().rate))
