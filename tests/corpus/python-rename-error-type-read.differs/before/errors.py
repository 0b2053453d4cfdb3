class TaxError(Exception):
    pass


def check(rate):
    raise TaxError(rate)
