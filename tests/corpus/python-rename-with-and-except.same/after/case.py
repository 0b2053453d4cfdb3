def f(p):
    try:
        with open(p) as file:
            return file.read()
    except OSError as error:
        return str(error)
