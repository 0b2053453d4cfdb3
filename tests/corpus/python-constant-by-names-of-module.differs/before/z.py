import shop


def store(name):
    vars(shop)[name] = 2
