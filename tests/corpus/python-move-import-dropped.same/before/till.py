"""Till."""
import json
import shelf


def load(x):
    return json.loads(x)


def show(x):
    return shelf.find(load(x))
