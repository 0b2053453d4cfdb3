from settings import SECONDS


def wait(times):
    return times * SECONDS
