class RateError(Exception):
    pass


def check(rate):
    raise RateError(rate)
