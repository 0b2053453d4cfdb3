import json


def load(x):
    return json.loads(x)
