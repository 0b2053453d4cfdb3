def second():
    return 1
