class error(Exception):
    pass
