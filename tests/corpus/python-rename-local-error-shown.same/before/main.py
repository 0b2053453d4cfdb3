def check():
    class TaxError(Exception):
        pass

    try:
        raise TaxError(1)
    except Exception as error:
        return str(error)


print(check())
