"""Till."""
import shelf
import store


def show(x):
    return shelf.find(store.load(x))
