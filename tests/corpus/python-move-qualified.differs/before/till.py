"""Till."""
import json
import shelf


LIMIT = {}


def load(x):
    return json.loads(x) or LIMIT


def show(x):
    return shelf.find(load(x))
