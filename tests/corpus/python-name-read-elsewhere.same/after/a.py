def R():
    return 1
