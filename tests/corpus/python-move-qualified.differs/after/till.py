"""Till."""
import shelf
import store


LIMIT = {}


def show(x):
    return shelf.find(store.load(x))
