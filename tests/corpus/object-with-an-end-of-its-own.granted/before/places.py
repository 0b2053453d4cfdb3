import os


class Place:
    def __init__(self):
        self.name = "out"
        os.mkdir(self.name)

    def __del__(self):
        os.rmdir(self.name)
