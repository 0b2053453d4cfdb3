def plain(cls):
    return cls
