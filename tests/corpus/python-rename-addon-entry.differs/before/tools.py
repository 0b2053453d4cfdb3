bl_info = {"name": "a"}


def register():
    pass
