__all__ = ["stamp"]
COMMANDS = ["stamp"]


def stamp(time=None):
    if time is None:
        time = 0
    return time
