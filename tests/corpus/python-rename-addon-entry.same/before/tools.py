info = {"name": "a"}


def register():
    pass
