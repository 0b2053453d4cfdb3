def Q():
    return 1
