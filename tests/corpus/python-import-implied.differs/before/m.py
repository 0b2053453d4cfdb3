import os
import os.path as path


def home(name):
    return os.path.join(os.getcwd(), name)
