import os.path


def home(name):
    return os.path.join(os.getcwd(), name)
