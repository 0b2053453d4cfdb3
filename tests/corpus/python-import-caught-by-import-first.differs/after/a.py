try:
    from fast import dumps, loads
except ImportError:
    log()
    from slow import loads, dumps


def log():
    print(loads)
