from limits import SECONDS


def wait(times):
    return times * SECONDS
