try:
    from fast import loads, dumps
except ImportError:
    from slow import dumps, loads


def save(file, data):
    dumps(data)
    return loads(file)
