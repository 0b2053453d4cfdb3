def check():
    class TaxError(Exception):
        pass

    try:
        raise TaxError(1)
    except Exception as error:
        return repr(error)


print(check())
