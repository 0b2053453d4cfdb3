TABLE = {}


def register(call):
    TABLE[call.__name__] = call
