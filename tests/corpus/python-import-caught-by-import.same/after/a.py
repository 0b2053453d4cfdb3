try:
    from fast import dumps, loads
except ImportError:
    from slow import loads, dumps


def save(file, data):
    dumps(data)
    return loads(file)
