def _read(p):
    return p


def run(p):
    return _read(p)
