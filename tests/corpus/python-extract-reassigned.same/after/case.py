def load(path, mode):
    data = _read(path, mode)
    return data


def _read(path, mode):
    if not mode:
        mode = "r"
    data = open(path, mode).read()
    return data
