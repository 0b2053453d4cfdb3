def show(name, locate):
    return locate(name)
