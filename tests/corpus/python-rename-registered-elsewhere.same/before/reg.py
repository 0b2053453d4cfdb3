TABLE = {}


def register(call):
    TABLE[len(TABLE)] = call
