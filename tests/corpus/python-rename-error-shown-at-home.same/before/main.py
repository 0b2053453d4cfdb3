class _TaxError(Exception):
    pass


try:
    raise _TaxError("a")
except _TaxError as error:
    print(str(error))
