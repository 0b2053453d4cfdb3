def load(path, mode):
    if not mode:
        mode = "r"
    data = open(path, mode).read()
    return data
