try:
    from fast import dumps, loads
except ImportError:
    from slow import dumps, loads


def save(file, data):
    dumps(data)
    return loads(file)
