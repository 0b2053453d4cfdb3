bl_info = {"name": "a"}


def enlist():
    pass
