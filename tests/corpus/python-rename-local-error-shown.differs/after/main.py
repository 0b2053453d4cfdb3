def check():
    class RateError(Exception):
        pass

    try:
        raise RateError(1)
    except Exception as error:
        return repr(error)


print(check())
