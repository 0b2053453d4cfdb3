try:
    from fast import loads, dumps
except ImportError:
    from slow import loads, dumps


def save(file, data):
    dumps(data)
    return loads(file)
