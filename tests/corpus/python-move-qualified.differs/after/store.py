import json
from till import LIMIT


def load(x):
    return json.loads(x) or LIMIT
