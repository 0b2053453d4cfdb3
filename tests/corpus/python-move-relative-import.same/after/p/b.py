x = 1


def load():
    from . import data

    return data
