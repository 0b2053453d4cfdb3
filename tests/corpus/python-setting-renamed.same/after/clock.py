from limits import TIMEOUT


def wait(times):
    return times * TIMEOUT
