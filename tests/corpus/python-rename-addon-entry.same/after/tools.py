info = {"name": "a"}


def enlist():
    pass
