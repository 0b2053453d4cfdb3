__all__ = ["stamp"]


def stamp(time=None):
    if time is None:
        time = 0
    return time
