class Kind:
    RED = 1
