def load():
    from . import data

    return data
