import os

def source():
    with open(os.path.join(os.path.dirname(__file__), "tax.json")) as file:
        return file.read()
