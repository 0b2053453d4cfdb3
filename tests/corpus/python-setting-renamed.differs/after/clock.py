from settings import TIMEOUT


def wait(times):
    return times * TIMEOUT
