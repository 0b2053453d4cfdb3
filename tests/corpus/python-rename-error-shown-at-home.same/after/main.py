class _RateError(Exception):
    pass


try:
    raise _RateError("a")
except _RateError as error:
    print(str(error))
