def _load(p):
    return p


def run(p):
    return _load(p)
