try:
    from fast import loads, dumps
except ImportError:
    log()
    from slow import loads, dumps


def log():
    print(loads)
